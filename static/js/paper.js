// The button that prints a blank score sheet. A table that was opened to be printed prints itself.
showButton("print", window.print, async () => print());
if (new URLSearchParams(location.search).has("print")) addEventListener("load", () => print());

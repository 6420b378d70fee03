// The button that prints a blank score sheet.
showButton("print", window.print, async () => print());

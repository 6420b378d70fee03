"""Says in a line which tests of a game failed, and where: for `make check-game`."""

from pathlib import Path


def silence_tracebacks(config):
    """Call it after the tests: until then pytest notes the places of failures."""
    config.option.tbstyle = "no"
    config.pluginmanager.get_plugin("terminalreporter").reportchars = ""


def failures(reports, folder):
    """One line for each: the place in the game's folder, what should be so, and the reason."""
    for report in reports:
        place = [str(folder), *places(report.longrepr, folder)][-1]
        sentence = report.nodeid.partition("::test_")[2].partition("[")[0].replace("_", " ")
        yield f"{place}: Not so: “{sentence}”. {reason(report)}"


def places(longrepr, folder):
    entries = getattr(getattr(longrepr, "reprtraceback", None), "reprentries", ())
    files = [entry.reprfileloc for entry in entries if getattr(entry, "reprfileloc", None)]
    return [
        f"{path}:{file.lineno}"
        for file in files
        if (path := Path(file.path).resolve()).is_relative_to(folder)
    ]


def reason(report):
    crash = getattr(report.longrepr, "reprcrash", None)
    message = crash.message if crash else str(report.longrepr)
    return message.partition("\n")[0].removeprefix("AssertionError: ")

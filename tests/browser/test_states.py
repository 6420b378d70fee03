"""The states of pages leave nothing out, and no golden file is left over. Needs no browser."""

from tests.browser import test_screen_reader
from tests.browser.support.all_states import STATES
from tests.browser.support.cover import FILE, drop_from_cover, everything, read_cover
from tests.browser.support.golden import FOLDER, HOW_TO_UPDATE, UPDATING

ADD_A_STATE = "No state shows these: add one to tests/browser/support/*_pages.py."


def test_every_template_class_and_form_is_shown_by_a_state():
    usual = {state.name for state in STATES if not state.long}
    stale = {item for item, name in read_cover().items() if name not in usual}
    stale |= read_cover().keys() - everything()
    if UPDATING:
        drop_from_cover(stale)
    else:
        assert stale == set(), HOW_TO_UPDATE
        missing = everything() - read_cover().keys()
        assert missing == set(), f"{ADD_A_STATE} {HOW_TO_UPDATE}"


def test_no_two_states_have_the_same_name():
    names = [state.name for state in STATES]
    assert sorted(set(names)) == sorted(names)


def test_every_golden_file_is_compared():
    pages = {FOLDER / "pages" / f"{state.name}.yaml" for state in STATES if state.golden}
    transcripts = {FOLDER / file for file in test_screen_reader.files()}
    left_over = set(FOLDER.rglob("*.*")) - pages - transcripts - {FILE}
    if UPDATING:
        for path in left_over:
            path.unlink()
    else:
        assert left_over == set(), HOW_TO_UPDATE

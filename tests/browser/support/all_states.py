"""The states of all pages: the modules that are imported here add them."""

from tests.browser.support import (  # noqa: F401
    caller_pages,
    counting_pages,
    error_pages,
    evening_pages,
    exchange_pages,
    fish_pages,
    handing_over_pages,
    kit_pages,
    pages,
    people_pages,
    program_pages,
    rules_pages,
    score_pad_pages,
    sheet_pages,
    showing_pages,
    statistics_pages,
    suggestion_pages,
    tricks_pages,
    webhook_pages,
    yahtzee_pages,
)
from tests.browser.support.states import STATES
from tests.support.long import LONG

STATES_TO_OPEN = [state for state in STATES if LONG or not state.long]

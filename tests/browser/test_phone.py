"""Check that the phones of these tests do complain, so that their silence means something."""

from collections.abc import Callable

from tests.browser.support.games_played import SECRET
from tests.browser.support.phone import Phone

MISDEEDS = """() => {
  document.body.append(Object.assign(document.createElement('script'), {text: '1'}))
  document.body.setAttribute('style', 'color: red')
  const src = 'http://elsewhere.invalid/';
  document.body.append(Object.assign(document.createElement('img'), { src }))
  console.warn('beware')
  setTimeout(() => { throw Error('broken') })
  fetch('/nothing/').then(() => { location = 'http://elsewhere.invalid/' })
}"""

NOTICED = (
    "CSP: script-src-elem refused inline",
    "CSP: style-src-attr refused inline",
    "CSP: img-src refused http://elsewhere.invalid/",
    "beware",
    "404: GET",
    "script: ",
    "asked elsewhere: http://elsewhere.invalid/",
)


def test_what_is_prepared_for_a_page_ends_with_the_test(phone: Phone):
    phone.prepare("self.prepared = 1")
    for prepared in (1, None):
        phone.open("/")
        assert phone.page.evaluate("self.prepared") == prepared
        phone.wipe(SECRET)
        assert [cookie["name"] for cookie in phone.context.cookies()] == ["device"]


def test_a_phone_reports_forbidden_behaviour_of_a_page(new_phone: Callable[..., Phone]):
    phone = new_phone()
    phone.open("/")
    with phone.page.expect_event("requestfailed", lambda request: request.is_navigation_request()):
        phone.page.evaluate(MISDEEDS)
    heard = "\n".join(phone.complaints)
    phone.complaints.clear()
    for misdeed in NOTICED:
        assert misdeed in heard

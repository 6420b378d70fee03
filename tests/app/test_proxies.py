"""Pages say what to compare if the proxy in front of the site changes the address on the way."""

from django.test import Client

from tests.app.support.pages import Page, assert_refused

HINT = "If you run this site"


def sent_from(origin, host="testserver", **more):
    strict = Client(enforce_csrf_checks=True)
    strict.get("/join/?code")
    token = strict.cookies["csrftoken"].value
    headers = {"Origin": origin, "Host": host, **more}
    form = {"theme": "dark", "csrfmiddlewaretoken": token}
    return strict.post("/theme/", form, headers=headers)


def test_a_form_that_lost_the_port_of_its_site_says_what_the_operator_would_compare():
    answer = sent_from("http://testserver:8443")
    assert answer.status_code == 403
    said = Page(answer).said
    assert "Send it again" in said
    assert "the browser is at http://testserver:8443" in said
    assert "the server was told http://testserver." in said


def test_a_form_whose_proxy_does_not_say_that_it_is_https_says_so(settings):
    answer = sent_from("https://testserver")
    assert_refused(answer, "at https://testserver, but the server was told http://testserver.", 403)
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    forwarded = {"X-Forwarded-Proto": "https"}
    assert sent_from("https://testserver", **forwarded).status_code == 302


def test_a_form_from_the_right_address_gets_no_such_hint():
    assert sent_from("http://testserver").status_code == 302
    strict = Client(enforce_csrf_checks=True)
    for origin in ("http://testserver", "null", ""):
        answer = strict.post("/theme/", {"theme": "dark"}, headers={"Origin": origin})
        assert answer.status_code == 403
        assert HINT not in Page(answer).said


def test_an_address_is_shown_as_text():
    page = sent_from("http://<b>testserver</b>").content.decode()
    assert "&lt;b&gt;" in page
    assert "<b>testserver" not in page

"""Our own scripts and styles, joined into one file each."""

import gzip
import re

from django.conf import settings

from scorekeeper.site.bundles import BUNDLES, bundle_text, bundle_url, minify_script, minify_style
from tests.app.support.factories import a_hosted_game, a_phone, to

A_YEAR = "private, max-age=31536000, immutable"


def sources(bundle):
    folder = settings.BASE_DIR / "static" / bundle.split(".")[1]
    return {name: (folder / name).read_text() for name in BUNDLES[bundle]}


def test_a_page_loads_one_cacheable_script_and_one_cacheable_style_sheet_of_ours():
    phone = a_phone()
    page = phone.get("/").content.decode()
    assert page.count("<script ") == 1
    assert page.count('rel="stylesheet"') == 1
    for kind, content_type in (("js", "text/javascript"), ("css", "text/css")):
        answer = phone.get(re.search(rf'"(/own\.[0-9a-f]{{12}}\.{kind})"', page)[1])
        assert answer.headers["Content-Type"] == f"{content_type}; charset=utf-8"
        assert answer.headers["Cache-Control"] == A_YEAR


def test_a_bundle_is_compressed_for_browsers_and_has_no_headers_that_only_pages_need():
    phone = a_phone()
    plain = phone.get(bundle_url("own.css"))
    answer = phone.get(bundle_url("own.css"), headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(answer.content).decode() == plain.content.decode()
    assert len(answer.content) == len(gzip.compress(plain.content, 9))
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for name in ("Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"):
        assert name not in answer.headers, name


def test_only_the_pages_that_need_them_load_the_other_files():
    phone, game = a_hosted_game()
    assert bundle_url("display.css") in phone.get(to("display", game)).content.decode()
    assert "display." not in phone.get(to("table", game)).content.decode()
    assert bundle_url("new_game.js") in phone.get("/new/chimera/").content.decode()
    assert "new_game." not in phone.get("/").content.decode()
    assert bundle_url("print.css") in phone.get(to("table", game)).content.decode()
    assert bundle_url("paper.css") in phone.get("/rules/chimera/paper/").content.decode()
    assert not re.search("(print|paper|showing)[.]", phone.get("/").content.decode())


def test_a_page_from_before_an_update_gets_the_new_file_without_caching_it():
    for kind in ("js", "css"):
        answer = a_phone().get(f"/own.0123456789ab.{kind}")
        assert answer.content.decode() == bundle_text(f"own.{kind}")
        assert answer.headers["Cache-Control"] == "private, no-cache"
    assert a_phone().get("/other.0123456789ab.js").status_code == 404


MOST_BYTES = {
    "own.js": 8_300,
    "keypad.js": 950,
    "keyboard.js": 1_450,
    "later.js": 350,
    "feedback.js": 800,
    "new_game.js": 750,
    "refused.js": 200,
    "sharing.js": 250,
    "provisional.js": 2_300,
    "worth.js": 500,
    "caller.js": 900,
    "letters.js": 250,
    "own.css": 10_500,
    "display.css": 1_800,
    "caller.css": 950,
    "letters.css": 200,
    "marks.css": 250,
    "sharing.css": 700,
    "showing.css": 750,
    "showing.js": 350,
    "hand_over.js": 1_750,
    "lean-qr.js": 2_800,
    "take.js": 250,
    "timer.js": 500,
    "timer.css": 300,
    "print.css": 850,
    "paper.css": 900,
    "paper.js": 150,
}


def test_the_files_stay_small_when_compressed_and_their_sources_short():
    for bundle, most in MOST_BYTES.items():
        assert len(gzip.compress(bundle_text(bundle).encode(), 9)) <= most, bundle
    for bundle in BUNDLES:
        for name, text in sources(bundle).items():
            if name.startswith("vendor/"):
                continue
            lines = text.splitlines()
            assert len(lines) <= (100 if name.endswith(".js") else 150), name
            assert max(map(len, lines)) <= 100, name


def test_every_file_is_in_a_bundle():
    for kind in ("js", "css"):
        folder = settings.BASE_DIR / "static" / kind
        files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.*")}
        named = {name for names in BUNDLES.values() for name in names}
        assert files == {name for name in named if name.endswith(kind)}


def test_no_top_level_name_occurs_twice_in_the_joined_scripts():
    names = re.findall(
        r"^(?:async )?(?:function|const|let) (\w+)",
        "\n".join(sources("own.js").values()),
        re.MULTILINE,
    )
    assert len(names) > 50
    assert len(names) == len(set(names))


def test_a_minified_script_keeps_the_names_that_other_scripts_use():
    script = minify_script("""
        // Why.
        const nameOf = label => label.textContent;
        function describe(form, button) {
          return form.elements[`${button.name}`];
        }
    """)
    assert script == (
        "const nameOf=e=>e.textContent;function describe(e,t){return e.elements[`${t.name}`]}"
    )


def test_minifying_keeps_the_meaning_of_a_style_sheet():
    whole = ".a :is(.b, .c):hover { top: calc(1px + 2px); }"
    for source, minified in {
        "a { color: red; }\n\nb , c > d { margin: 0 auto; }": "a{color:red}b,c>d{margin:0 auto}",
        "a { /* why */ color: red; /* and */ }": "a{color:red}",
        whole: ".a :is(.b,.c):hover{top:calc(1px + 2px)}",
        ":root { --day: initial; --night: ; }": ":root{--day:initial;--night: }",
        'a::before { content: "≠  ; /* b */ "; }': 'a::before{content:"≠  ; /* b */ "}',
        '[type="radio"][value="1"] { a: b; }': '[type=radio][value="1"]{a:b}',
        "@media (min-width: 60rem) { a { b: c; } }": "@media (min-width:60rem){a{b:c}}",
    }.items():
        assert minify_style(source) == minified

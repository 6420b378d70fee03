"""Translations say what the rulebooks say, and nothing that once gave a translation away."""

import re

import pytest

from scorekeeper.management.catalogues import catalogue_files, language_of, read_catalogue
from tests.app.test_catalogues import forms

# The words of a game's rulebooks, by the pattern of the English ones.
TERMS = {
    "chimera": {
        "hunters?": {"de": "Jäger", "ja": "ハンター", "ko": "헌터"},
        "traps?": {"de": "Falle", "ja": "トラップ", "ko": "트랩"},
        "toads?": {"de": "Glückskröte", "ja": "カエル", "ko": "두꺼비"},
        "cats?": {"de": "Winkekatze", "ja": "招き猫", "ko": "고양이"},
        "chimera attacks?": {"de": "Chimären-Angriff", "ja": "キメラアタック", "ko": "키메라 승천"},
        "bids?": {"de": "Gebot", "ja": "ビッド", "ko": "입찰"},
    },
    "chimera_tricks": {
        "grimoires?": {"de": "Grimoire", "ja": "魔導書", "ko": "마도서"},
        "crystals?": {"de": "Kristall", "ja": "クリスタル", "ko": "크리스털"},
    },
    "big_fish": {
        "mistake cards?": {"de": "Fehlerkarte", "ja": "ミスカード", "ko": "실수 카드"},
        "bonus cards?": {"de": "Bonuskarte", "ja": "ボーナスカード", "ko": "보너스 카드"},
        "plus piles?": {"de": "Plusstapel", "ja": "プラスの山", "ko": "플러스 더미"},
    },
    "yahtzee": {
        "full house": {"de": "Full House", "ja": "フルハウス", "ko": "풀하우스"},
        "large straight": {"de": "Große Straße", "ja": "ビッグストレート", "ko": "라지 스트레이트"},
        "jokers?": {"de": "Joker", "ja": "ジョーカー", "ko": "조커"},
    },
}
SHORTER = {  # where the word has no room, or what stands beside it says it
    ("de", "Chimera attack bonuses"),
    ("ja", "the most ones in the plus pile at the end"),
    ("ko", "Bids met"),
}
# Translated word for word, not said by anyone at a table. If you find another one, add it.
CALQUES = {
    "de": (
        "meisten Punkte gewinnen",
        "das Ausspielen",
        "bringt ein Joker nur 0",
        "bringt ein Joker nur %",
        "überboten",
        "Gebot verloren",
        "per Zufall",
        "scannt gleich",
        "Dieselbe Partie",
        "zu zweit oder mehreren",
        "braucht das Netz",
        "Leer lassen für",
        "Spiel begonnen",
        "weitere Spiele",
        "Wer aussetzt, bleibt leer",
        "Spieler:in",
        "Trage ",
        "wächst das Wertungsblatt",
        "hinein und hinaus",
        "hereinholen",
        "zurückgeändert",
        "Frag, wer ",
        "Aktivste",
        "Grimoires ins Plus",
        "dem Mindesten",
        "leer für alle",
        "Ordner um diesen",
        "Punkte aller",
        "Stapel aller",
        "nimmt keine Runden",
        "beim Eintreffen",
        "Gesamtpunkte",
        "Grenzen gegen",
        "Installiert hat",
        "einfaches http",
        "Gehaltene",
        "Runden fragen",
        "nicht gemacht",
        "letzten Kontakt",
        "zusehende",
        "auf seine Korrektur",
        "Tipp auf",
        "Fleißigste",
        "Geheimnis",
        "wurde Erster",
        "Erste wird",
        "wer dort sitzt",
        "Was jenes",
        "Abende lesen",
        "der 13 Herzen",
        "und %(more)s weitere",
    ),
    "ja": (
        "何も失われて",
        "一緒に優勝",
        "最大の得点",
        "最少得点",
        "画面の明るさ",
        "ビッドを失",
        "ピーヤー",
        "ゲームをつけ",
        "直されるのを待",
        "世界遺産",
        "出せなかったハンター",
        "代わってもら",
        "彼",
        "だれ",
        "いっしょ",
        "スマートフォン",
        "テーブル",
        "秘密鍵",
        "点を失",
        "回分",
        "さんは",
        "あなたたち",
        "選ぶのはあなた",
        "起こしません",
        "出せなくても",
        "負かされ",
        "またはそうしたい",
        "行われません",
        "超えるべき",
        "避けるべき",
        "それらを",
        "最多は",
        "最少は",
        "いちばん前",
        "購読",
        "知りません",
        "なければなりません",
        "人のプレイヤーが必要",
        "出し入れ",
        "この端末のほう",
        "フォームに戻る",
        "よれば",
        "はっきり弱い",
        "間違ったコードが多",
    ),
    "ko": (
        "개수의 가치",
        "이것이 도착",
        "역대 최고 키메라 총점",
        "누군가를 빼",
        "카드가 허락",
        "규칙서",
        "확률상",
        "놀면서",
        "나중을 위해",
        "상대 것",
        "다른 같은 눈",
        "대신 뽑아",
        "먼저 턴 사람",
        "라운드가 대기 중",
        "입찰 성공",
        "입찰 실패",
        "당신",
        "그녀",
        "선택을 기다려",
        "기록은 기다려",
        "누가 누구인가",
        "가지고 나가기",
        "소리 내어 말해",
        "규칙이 돌아오면",
        "오기 전에",
        "은(는)",
        "(은)는",
        "(으)로",
        "여러분",
        "테이블에서 보여",
        "휴대폰",
        "댓글",
        "영웅",
        "점을 던",
        "진짜 카드",
        "모두의 것으로",
        "그것을",
        "가치를 바꿀",
        "때의 것이에요",
        "입력한 것",
        "센 더미",
        "그림 링크",
        "땄을 수 없",
        "그룹",
        "뒤짐",
        "합계만",
        "모두 %(total)s점",
        "게임 시작에",
        "안 되기로",
    ),
}
INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060")) | {0xA0: " "}
VARIABLE = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.fixture(scope="module", params=catalogue_files(), ids=language_of)
def catalogue(request):
    return language_of(request.param), read_catalogue(request.param)


def plain(message):
    """All forms of the translation as they are read."""
    return " / ".join(forms(message.string)).translate(INVISIBLE)


def terms_of(message):
    """The words of the rulebooks that the English message has, each in all languages."""
    english = VARIABLE.sub("", forms(message.id)[0])
    for game, terms in TERMS.items():
        if any(place.startswith(f"games/{game}/") for place, _line in message.locations):
            for pattern, words in terms.items():
                if re.search(rf"\b{pattern}\b", english, re.IGNORECASE):
                    yield words


def without_their_terms(language, catalogue):
    return [
        message.id
        for message in catalogue
        if message.id
        and (language, message.id) not in SHORTER
        and any(
            words[language].lower() not in plain(message).lower() for words in terms_of(message)
        )
    ]


def test_games_are_told_in_the_words_of_their_rulebooks(catalogue):
    assert without_their_terms(*catalogue) == []


def test_a_word_that_is_not_the_rulebooks_is_found(catalogue):
    language, messages = catalogue
    message = next(one for one in messages if one.id == "Toads")
    message = message.clone()
    message.string = "Frösche"
    assert without_their_terms(language, [message]) == ["Toads"]


def test_no_calque_comes_back(catalogue):
    language, messages = catalogue
    found = {
        (calque, message.id)
        for message in messages
        for calque in CALQUES[language]
        if message.id and calque in plain(message)
    }
    assert not found

"""Sharing a result: as a picture, as a text to paste, and by a link that anyone can open."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.access import group_or_404, table_or_404
from scorekeeper.models import Group, PictureLink, Role, Subject
from scorekeeper.pages.statistics.evenings import NotFirst
from scorekeeper.pictures import links
from scorekeeper.pictures.content import Content
from scorekeeper.pictures.drawing import SIZES
from scorekeeper.pictures.render import NoFont, draw_picture, picture_key, usable_fonts
from scorekeeper.pictures.results import evening_content, game_content, year_content
from scorekeeper.statistics.history import history_of
from scorekeeper.views.group.players import player_and_group
from scorekeeper.views.responses import quoted_digest
from scorekeeper.web.addresses import site_address
from scorekeeper.web.requests import Request


@dataclass(frozen=True)
class Result:
    """A result that this device may see, and how it may share it.

    `page`: its address here; `back`: that of the result itself. `link`: the fields of its link.
    """

    subject: Subject
    group: int
    role: int
    member: int
    content: Content
    page: str
    back: str
    link: dict[str, Any] = field(default_factory=dict)

    @property
    def public_link(self) -> PictureLink | None:
        links = PictureLink.objects.select_related("maker")
        return links.filter(group=self.group, subject=self.subject, **self.link).first()

    @property
    def may_link(self) -> bool:
        """Return whether this device may make a link: viewers let nobody else in."""
        return self.role >= Role.SCORER

    def may_revoke(self, link: PictureLink) -> bool:
        return self.role >= Role.HOST or (self.may_link and link.maker_id == self.member)


class NotOver(Http404):
    """A game that goes on, was reopened, or ended unplayed: its table says how it stands."""


def result_of_game(request: Request, pk: int) -> Result:
    table = table_or_404(request, pk)
    session = table.session
    if not (content := game_content(table)):
        raise NotOver
    page = reverse("show_game", args=[pk])
    link = {"session_id": pk}
    who = session.group_id, session.role, session.member_id
    return Result(Subject.GAME, *who, content, page, table.url, link)


def result_of_evening(request: Request, pk: int, play: int) -> Result:
    """Raise NotFirst if the evening begins with another game."""
    group = group_or_404(request, pk)
    content = or_404(evening_content(history_of(group), group, play))
    page, back = (reverse(name, args=[pk, play]) for name in ("show_evening", "evening"))
    link = {"session_id": play}
    return Result(Subject.EVENING, *who_is(group), content, page, back, link)


def result_of_year(request: Request, pk: int, year: int) -> Result:
    group = group_or_404(request, pk)
    content = or_404(year_content(history_of(group), year, group))
    page, back = (reverse(name, args=[pk, year]) for name in ("show_year", "group_year"))
    return Result(Subject.YEAR, *who_is(group), content, page, back, {"year": year})


def result_of_player_year(request: Request, pk: int, year: int) -> Result:
    player, group = player_and_group(request, pk)
    content = or_404(year_content(history_of(group), year, group, player))
    page, back = (reverse(name, args=[pk, year]) for name in ("show_player_year", "player_year"))
    link = {"year": year, "player_id": pk}
    return Result(Subject.PLAYER_YEAR, *who_is(group), content, page, back, link)


def who_is(group: Group) -> tuple[int, int, int]:
    return group.pk, group.role, group.member_id


def or_404(content: Content | None) -> Content:
    if content is None:
        raise Http404
    return content


def page_of(find: Callable[..., Result]) -> Callable[..., HttpResponse]:
    """Return the view of the page that shares such a result."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @never_cache
    @wraps(find)
    def page(request: Request, pk: int, **which: int) -> HttpResponse:
        try:
            return show_around(request, find(request, pk, **which))
        except NotOver:
            return redirect("table", pk)
        except NotFirst as other:
            return redirect("show_evening", pk, other.first)

    return page


def picture_of(find: Callable[..., Result]) -> Callable[..., HttpResponse]:
    @require_safe
    @wraps(find)
    def page(request: Request, pk: int, size: str, **which: int) -> HttpResponse:
        try:
            return picture(request, size, lambda: find(request, pk, **which).content)
        except NotFirst as other:
            return redirect("evening_picture", pk, other.first, size)

    return page


game, game_picture = page_of(result_of_game), picture_of(result_of_game)
evening, evening_picture = page_of(result_of_evening), picture_of(result_of_evening)
year, year_picture = page_of(result_of_year), picture_of(result_of_year)
player_year = page_of(result_of_player_year)
player_year_picture = picture_of(result_of_player_year)


@require_safe
def public_picture(request: Request, pk: int, secret: str, size: str) -> HttpResponse:
    """The picture for everyone who has the link. A revoked link and one that never was look alike.

    Browsers ask each time whether the picture is still there, so revoking a link takes effect.
    """
    link = links.find_link(pk, secret)
    content = link and links.visible_content(link)
    if not (link and content):
        raise Http404
    response = picture(request, size, lambda: content, link.language)
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_POST
def revoke_all(request: Request, pk: int) -> HttpResponse:
    """Revoke all links to pictures of the group: a host need not know where they were made."""
    group_or_404(request, pk, Role.HOST).picture_links.all().delete()
    return redirect("group", pk)


def picture(
    request: Request, size: str, content: Callable[[], Content], language: str = ""
) -> HttpResponse:
    """The picture with an ETag: while it stays the same, nothing is drawn."""
    if size not in SIZES:
        raise Http404
    result = content()
    language = language or get_language() or ""
    etag = quoted_digest(picture_key(result, size, language))
    response = get_conditional_response(request, etag=etag)
    if not response:
        try:
            image = draw_picture(result, size, language)
        except NoFont as problem:
            raise Http404 from problem
        response = png(image, result.file)
    response.headers["ETag"] = etag
    return response


def png(image: bytes, name: str) -> HttpResponse:
    """Return the picture without the policy of pages: browsers show it with styles of their own."""
    headers = {"Content-Disposition": f'inline; filename="{name}.png"'}
    response = HttpResponse(image, "image/png", headers=headers)
    response._csp_exempt = True  # type: ignore[attr-defined]  # as csp.decorators does
    return response


def show_around(request: Request, result: Result) -> HttpResponse:
    """The page of a result's picture and text; a POST makes or revokes the link for everyone."""
    if request.method == "POST":
        change_link(request, result)
        size = "?size=tall" if request.GET.get("size") == "tall" else ""
        return redirect(result.page + size)
    size = request.GET.get("size", "wide")
    if size not in SIZES:
        raise Http404
    link = result.public_link if result.may_link else None
    context = {
        "result": result,
        "content": result.content,
        "size": size,
        "picture": SIZES[size],
        "missing": missing_signs(result.content),
        "link": link,
        "may_revoke": bool(link and result.may_revoke(link)),
        "url": site_address(request) + links.path(link, size) if link else "",
    }
    return render(request, "pictures/show_around.html", context)


def missing_signs(content: Content) -> str | None:
    """Return the characters that no font here has, or None; "" if there is no font at all."""
    try:
        usable_fonts(content)
    except NoFont as problem:
        return " ".join(problem.signs)
    return None


def change_link(request: Request, result: Result) -> None:
    if not result.may_link:
        raise PermissionDenied
    if "revoke" not in request.POST:
        maker = {"maker_id": result.member, "language": get_language()}
        fields = {"group_id": result.group, "subject": result.subject, **result.link}
        PictureLink.objects.get_or_create(**fields, defaults=maker)
    elif link := result.public_link:
        if not result.may_revoke(link):
            raise PermissionDenied
        link.delete()

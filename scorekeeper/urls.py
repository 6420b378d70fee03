from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import path
from django.views.generic import RedirectView

from scorekeeper.views import about_site, files, home, join, new_game, paper, preferences
from scorekeeper.views.game import (
    counting,
    entry,
    manage_game,
    rounds,
    seats,
    share,
    show_around,
    table,
    take,
)
from scorekeeper.views.group import (
    calendar,
    deleting,
    devices,
    exchange,
    groups,
    imports,
    invitations,
    players,
    programs,
    seasons,
    statistics,
    webhooks,
)


def moved_to(name: str) -> Callable[..., HttpResponseBase]:
    """A page of an earlier release that became a part of this one."""
    return RedirectView.as_view(pattern_name=name, http_method_names=["get", "head"])


urlpatterns = [
    path("", home.home, name="home"),
    path("keys/", home.keys, name="keys"),
    path("privacy/", about_site.privacy, name="privacy"),
    path("this-phone/", about_site.this_phone, name="this_phone"),
    path("this-phone/got-it/", about_site.got_it, name="got_it"),
    path("games/", home.all_games, name="games"),
    path("games/visible/", home.visible_games, name="visible_games"),
    path("deleted/", deleting.deleted_items, name="deleted"),
    path("new/<slug:game>/", new_game.new_game, name="new"),
    path("rules/<slug:game>/", home.rules, name="rules"),
    path("rules/<slug:game>/paper/", paper.blank, name="paper"),
    path("table/<int:pk>/", table.table, name="table"),
    path("table/<int:pk>/display/", table.display, name="display"),
    path("table/<int:pk>/display/code/", share.display_code, name="display_code"),
    path("table/<int:pk>/large-screen/", share.large_screen, name="large_screen"),
    path("table/<int:pk>/history/", rounds.history, name="history"),
    path("table/<int:pk>/history/<int:to>/back/", rounds.set_back_to, name="set_back"),
    path("table/<int:pk>/paper/", paper.of_table, name="table_paper"),
    path("table/<int:pk>/record/", table.export, name="record"),
    path("table/<int:pk>/share/", share.share_game, name="share"),
    path("table/<int:pk>/share/result/", show_around.game, name="show_game"),
    path(
        "table/<int:pk>/share/result/<slug:size>.png", show_around.game_picture, name="game_picture"
    ),
    path("table/<int:pk>/share/renew/", share.renew_game, name="renew"),
    path("table/<int:pk>/watchers/", share.remove_game_watchers, name="remove_watchers"),
    path("table/<int:pk>/enter/", entry.enter, name="enter"),
    path("table/<int:pk>/draft/", entry.draft, name="draft"),
    path("table/<int:pk>/count/", counting.begin_counting, name="begin_counting"),
    path("table/<int:pk>/count/stop/", counting.stop_counting, name="stop_counting"),
    path("table/<int:pk>/count/reveal/", counting.reveal_counts, name="reveal"),
    path("table/<int:pk>/count/<int:seat>/", counting.count, name="count"),
    path("table/<int:pk>/undo/", rounds.undo, name="undo"),
    path("table/<int:pk>/rounds/", rounds.all_rounds, name="rounds"),
    path("table/<int:pk>/round/<int:slot>/", rounds.detail, name="round"),
    path("table/<int:pk>/round/<int:slot>/correct/", entry.correct, name="correct"),
    path("table/<int:pk>/round/<int:slot>/remove/", rounds.remove, name="remove"),
    path("table/<int:pk>/round/<int:slot>/note/", rounds.note, name="note"),
    path("table/<int:pk>/seats/", seats.seats, name="seats"),
    path("table/<int:pk>/seats/join/", seats.join, name="join_table"),
    path("table/<int:pk>/seats/starter/", seats.starter, name="starter"),
    path("table/<int:pk>/seats/<int:seat>/", seats.seat, name="seat"),
    path("table/<int:pk>/seats/<int:seat>/replace/", seats.replace, name="replace_player"),
    path("table/<int:pk>/seats/<int:seat>/swap/", seats.swap, name="swap_seats"),
    path("table/<int:pk>/seats/<int:seat>/leave/", seats.leave, name="leave"),
    path("table/<int:pk>/seats/<int:seat>/back/", seats.come_back, name="come_back"),
    path("table/<int:pk>/date/", moved_to("options"), name="day"),
    path("table/<int:pk>/options/", manage_game.options, name="options"),
    path("table/<int:pk>/end/", manage_game.set_ended, {"early": True}, name="end"),
    path("table/<int:pk>/reopen/", manage_game.set_ended, {"early": False}, name="reopen"),
    path("table/<int:pk>/delete/", manage_game.delete, name="delete"),
    path("table/<int:pk>/restore/", manage_game.restore, name="restore"),
    path("take/", take.take, name="take"),
    path("players/", players.players, name="players"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/games/<slug:game>/", players.player_family, name="player_family"),
    path("players/<int:pk>/year/<int:year>/", players.year, name="player_year"),
    path(
        "players/<int:pk>/year/<int:year>/share/", show_around.player_year, name="show_player_year"
    ),
    path(
        "players/<int:pk>/year/<int:year>/share/<slug:size>.png",
        show_around.player_year_picture,
        name="player_year_picture",
    ),
    path("players/<int:pk>/edit/", players.edit, name="edit_player"),
    path("players/<int:pk>/delete/", deleting.player, name="delete_player"),
    path("players/<int:pk>/restore/", deleting.player_back, name="restore_player"),
    path("players/<int:pk>/merge/", players.merge, name="merge"),
    path("groups/", groups.groups, name="groups"),
    path("groups/<int:pk>/", groups.group, name="group"),
    path("groups/<int:pk>/delete/", deleting.group, name="delete_group"),
    path("groups/<int:pk>/restore/", deleting.group_back, name="restore_group"),
    path("groups/<int:pk>/keep-name/", groups.keep_name, name="keep_name"),
    path("groups/<int:pk>/statistics/", statistics.group, name="statistics"),
    path("groups/<int:pk>/games/<slug:game>/", statistics.family, name="family"),
    path("groups/<int:pk>/evenings/", statistics.evenings, name="evenings"),
    path("groups/<int:pk>/evenings/<int:play>/", statistics.evening, name="evening"),
    path("groups/<int:pk>/evenings/<int:play>/share/", show_around.evening, name="show_evening"),
    path(
        "groups/<int:pk>/evenings/<int:play>/share/<slug:size>.png",
        show_around.evening_picture,
        name="evening_picture",
    ),
    path("groups/<int:pk>/seasons/", seasons.seasons, name="seasons"),
    path("groups/<int:pk>/seasons/new/", seasons.new, name="new_season"),
    path("groups/<int:pk>/seasons/<int:season_pk>/", seasons.season, name="season"),
    path("groups/<int:pk>/seasons/<int:season_pk>/edit/", seasons.edit, name="edit_season"),
    path("groups/<int:pk>/seasons/<int:season_pk>/delete/", seasons.delete, name="delete_season"),
    path("groups/<int:pk>/points/", groups.points, name="group_points"),
    path("groups/<int:pk>/year/<int:year>/", statistics.year, name="group_year"),
    path("groups/<int:pk>/year/<int:year>/share/", show_around.year, name="show_year"),
    path(
        "groups/<int:pk>/year/<int:year>/share/<slug:size>.png",
        show_around.year_picture,
        name="year_picture",
    ),
    path("groups/<int:pk>/pictures/", show_around.revoke_all, name="revoke_pictures"),
    path("groups/<int:pk>/suggestions/", new_game.suggest, name="suggestions"),
    path("groups/<int:pk>/exchange/", exchange.exchange, name="exchange"),
    path("groups/<int:pk>/export/<str:name>", exchange.export, name="export"),
    path("groups/<int:pk>/import/", imports.upload, name="import"),
    path("groups/<int:pk>/import/<int:import_pk>/", imports.one_import, name="one_import"),
    path("groups/<int:pk>/programs/", programs.make, name="make_token"),
    path("groups/<int:pk>/programs/<int:program>/revoke/", programs.revoke, name="revoke_token"),
    path("groups/<int:pk>/webhooks/new/", webhooks.new, name="new_webhook"),
    path("groups/<int:pk>/webhooks/<int:webhook_pk>/", webhooks.webhook, name="webhook"),
    path("groups/<int:pk>/webhooks/<int:webhook_pk>/test/", webhooks.test, name="test_webhook"),
    path("groups/<int:pk>/webhooks/<int:webhook_pk>/renew/", webhooks.renew, name="renew_secret"),
    path(
        "groups/<int:pk>/webhooks/<int:webhook_pk>/switch/",
        webhooks.switch_on_or_off,
        name="switch_webhook",
    ),
    path(
        "groups/<int:pk>/webhooks/<int:webhook_pk>/delete/", webhooks.delete, name="delete_webhook"
    ),
    path("groups/<int:pk>/calendar/renew/", calendar.renew, name="renew_calendar"),
    path("groups/<int:pk>/calendar/revoke/", calendar.revoke, name="revoke_calendar"),
    path("groups/<int:pk>/use/", groups.use_group, name="switch_group"),
    path("groups/<int:pk>/share/", share.share_group, name="invite"),
    path("groups/<int:pk>/new-group/", invitations.show, name="invite_group"),
    path("groups/<int:pk>/share/renew/", share.renew_group, name="renew_invitation"),
    path("groups/<int:pk>/watchers/", share.remove_group_watchers, name="remove_group_watchers"),
    path("devices/<int:pk>/", devices.device, name="device"),
    path("devices/<int:pk>/role/", devices.change_role, name="device_role"),
    path("devices/<int:pk>/delete/", deleting.device, name="delete_device"),
    path("devices/<int:pk>/restore/", deleting.device_back, name="restore_device"),
    path("devices/<int:pk>/remove/", devices.remove, name="remove_device"),
    path("join/", join.enter_code, name="enter_code"),
    path("tv/", join.enter_code_of_screen, name="television"),
    path("join/<int:pk>/<str:secret>/", join.join, name="join"),
    path("join/group/<str:secret>/", invitations.accept, name="accept_invitation"),
    path(
        "picture/<int:pk>/<str:secret>/<slug:size>.png", show_around.public_picture, name="picture"
    ),
    path("calendar/<int:pk>/<str:secret>.ics", calendar.calendar, name="calendar"),
    path("<slug:stem>.<slug:digest>.<slug:kind>", files.bundle, name="bundle"),
    path("api/v1/", programs.api, name="api"),  # what is below: api/gate.py
    path("sw.js", files.worker, name="worker"),  # at the root, so that its scope is the whole site
    path("manifest.webmanifest", files.manifest, name="manifest"),
    path("offline/", files.offline, name="offline"),
    path("theme/", preferences.choose, {"name": "theme"}, name="theme"),
    path("feedback/", preferences.choose_feedback, name="feedback"),
    path("caller/", preferences.choose, {"name": "caller"}, name="caller"),
    path("screen/", preferences.choose, {"name": "screen"}, name="screen"),
]

handler400 = "scorekeeper.views.errors.bad_request"
handler403 = "scorekeeper.views.errors.not_allowed"
handler404 = "scorekeeper.views.errors.not_found"
handler500 = "scorekeeper.views.errors.server_error"

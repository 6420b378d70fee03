from django.urls import path

from scorekeeper.views import end, entry, home, join, new, people, rounds, table, theme

urlpatterns = [
    path("", home.home, name="home"),
    path("games/", home.all_games, name="games"),
    path("deleted/", home.deleted, name="deleted"),
    path("new/<slug:game>/", new.new_game, name="new"),
    path("table/<int:pk>/", table.table, name="table"),
    path("table/<int:pk>/history/", table.history, name="history"),
    path("table/<int:pk>/record/", table.export, name="record"),
    path("table/<int:pk>/enter/", entry.enter, name="enter"),
    path("table/<int:pk>/draft/", entry.draft, name="draft"),
    path("table/<int:pk>/undo/", rounds.undo, name="undo"),
    path("table/<int:pk>/round/<int:slot>/", rounds.detail, name="round"),
    path("table/<int:pk>/round/<int:slot>/correct/", entry.correct, name="correct"),
    path("table/<int:pk>/round/<int:slot>/remove/", rounds.remove, name="remove"),
    path("table/<int:pk>/options/", end.options, name="options"),
    path("table/<int:pk>/end/", end.end_early, name="end"),
    path("table/<int:pk>/reopen/", end.reopen, name="reopen"),
    path("table/<int:pk>/comment/", end.comment, name="comment"),
    path("table/<int:pk>/delete/", end.delete, name="delete"),
    path("table/<int:pk>/restore/", end.restore, name="restore"),
    path("players/", people.players, name="players"),
    path("players/<int:pk>/rename/", people.rename, name="rename"),
    path("players/<int:pk>/merge/", people.merge, name="merge"),
    path("join/<int:pk>/<str:secret>/", join.join, name="join"),
    path("theme/", theme.choose_theme, name="theme"),
]

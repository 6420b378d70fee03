from django.apps import AppConfig

from scorekeeper.endless_rules import watch


class Scorekeeper(AppConfig):
    name = "scorekeeper"

    def ready(self) -> None:
        watch()  # before any game is imported

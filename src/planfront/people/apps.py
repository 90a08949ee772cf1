from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "planfront.people"
    label = "people"

    def ready(self) -> None:
        from planfront.members.joining import JOINED
        from planfront.people.tasks import ask_newcomer

        JOINED.connect(ask_newcomer)

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "planfront.people"
    label = "people"

from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "planfront.members"
    label = "members"

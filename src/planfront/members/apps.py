from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "planfront.members"
    label = "members"

    def ready(self) -> None:
        from planfront.kernel.rekey import renew_with
        from planfront.members.services import renew_ssn_index

        renew_with("members.Identity.ssn_index", renew_ssn_index)

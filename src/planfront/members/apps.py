from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "planfront.members"
    label = "members"

    def ready(self) -> None:
        from planfront.kernel.rekey import RENEW_INDEX
        from planfront.members.services import renew_ssn_index

        RENEW_INDEX.connect(renew_ssn_index, key="members.Identity.ssn_index")

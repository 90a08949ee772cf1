from django.apps import AppConfig


class PartiesConfig(AppConfig):
    name = "planfront.parties"
    label = "parties"

    def ready(self) -> None:
        from planfront.accounts.party import PARTY_OF
        from planfront.parties.accounts import party_of_group, party_of_rep

        PARTY_OF.connect(party_of_rep, key="rep")
        PARTY_OF.connect(party_of_group, key="group")

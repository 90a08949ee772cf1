from django.apps import AppConfig


class PartiesConfig(AppConfig):
    name = "planfront.parties"
    label = "parties"

    def ready(self) -> None:
        from planfront.accounts.party import PARTY_OF
        from planfront.imports.registry import IMPORTERS
        from planfront.parties.accounts import party_of_group, party_of_rep
        from planfront.parties.importers.groups import Groups
        from planfront.parties.importers.reps import Reps

        PARTY_OF.connect(party_of_rep, key="rep")
        PARTY_OF.connect(party_of_group, key="group")
        IMPORTERS.connect(Reps(), key=Reps.kind)
        IMPORTERS.connect(Groups(), key=Groups.kind)

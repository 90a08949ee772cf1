from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "planfront.members"
    label = "members"

    def ready(self) -> None:
        from planfront.accounts.party import EMAIL_SET, PARTY_OF
        from planfront.kernel.database.moves import MOVES
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.members.accounts import follow_email, party_of_member
        from planfront.members.duplicates.moves import DEATHS, IDENTITIES, LEAVINGS, RELATIVES
        from planfront.members.services import renew_ssn_index

        PARTY_OF.connect(party_of_member, key="member")
        EMAIL_SET.connect(follow_email)
        RENEW_INDEX.connect(renew_ssn_index, key="members.Identity.ssn_index")
        MOVES.connect(RELATIVES, key="planfront.members.Relative")
        MOVES.connect(IDENTITIES, key="planfront.members.Identity")
        MOVES.connect(DEATHS, key="planfront.members.Death")
        MOVES.connect(LEAVINGS, key="planfront.members.Leaving")

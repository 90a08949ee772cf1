from django.apps import AppConfig


class LeadsConfig(AppConfig):
    name = "planfront.leads"
    label = "leads"

    def ready(self) -> None:
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.leads.finding import renew_lead_word

        RENEW_INDEX.connect(renew_lead_word, key="leads.LeadWord.token")

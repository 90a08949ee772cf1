from django.apps import AppConfig


class LeadsConfig(AppConfig):
    name = "planfront.leads"
    label = "leads"

    def ready(self) -> None:
        from planfront.kernel.rekey import renew_with
        from planfront.leads.finding import renew_lead_word

        renew_with("leads.LeadWord.token", renew_lead_word)

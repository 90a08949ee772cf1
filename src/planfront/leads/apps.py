from django.apps import AppConfig


class LeadsConfig(AppConfig):
    name = "planfront.leads"
    label = "leads"

    def ready(self) -> None:
        from planfront.kernel.security.rekey import RENEW_INDEX
        from planfront.leads.finding import renew_lead_word
        from planfront.leads.quoting import lead_of_quote, name_of_lead
        from planfront.shopping.quote.client import CLIENT_NAME, LEAD_OF

        RENEW_INDEX.connect(renew_lead_word, key="leads.LeadWord.token")
        CLIENT_NAME.connect(name_of_lead, key="lead")
        LEAD_OF.connect(lead_of_quote)

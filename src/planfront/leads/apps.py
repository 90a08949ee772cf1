from django.apps import AppConfig


class LeadsConfig(AppConfig):
    name = "planfront.leads"
    label = "leads"

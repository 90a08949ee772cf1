from django.apps import AppConfig


class IntegrationsConfig(AppConfig):
    name = "planfront.integrations"
    label = "integrations"

    def ready(self) -> None:
        from planfront.imports.registry import IMPORTERS
        from planfront.integrations.importers.bank_files import Banks
        from planfront.integrations.importers.zip_files import ZipCounties

        for importer in (Banks(), ZipCounties()):
            IMPORTERS.connect(importer, key=importer.kind)

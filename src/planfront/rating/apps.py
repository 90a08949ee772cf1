from django.apps import AppConfig


class RatingConfig(AppConfig):
    name = "planfront.rating"
    label = "rating"

    def ready(self) -> None:
        from planfront.imports.registry import IMPORTERS
        from planfront.rating.importers.area_files import RatingAreas
        from planfront.rating.importers.importer import RatesImporter

        for importer in (RatesImporter(), RatingAreas()):
            IMPORTERS.connect(importer, key=importer.kind)

from django.apps import AppConfig


class SalesConfig(AppConfig):
    name = "planfront.sales"
    label = "sales"
    verbose_name = "Sales"

    def ready(self) -> None:
        from planfront.audit.day_figures import COUNT_DAY
        from planfront.coverage.orders import UNDECIDED_AMOUNTS
        from planfront.sales import figures
        from planfront.sales.selectors import undecided_amounts

        COUNT_DAY.connect(figures.count_enrollments_of_day, key=figures.ENROLLMENT)
        COUNT_DAY.connect(figures.count_sales_of_day, key=figures.SALE)
        COUNT_DAY.connect(figures.count_sales_of_day_by_rep, key=figures.SALE_BY_REP)
        UNDECIDED_AMOUNTS.connect(undecided_amounts, key="sales")

from django.apps import AppConfig


class PoliciesConfig(AppConfig):
    name = "planfront.policies"
    label = "policies"

    def ready(self) -> None:
        from planfront.audit.day_figures import COUNT_DAY
        from planfront.book.told import CHANGED, RENEWAL_AGREED
        from planfront.kernel.database.moves import MOVES
        from planfront.policies import figures
        from planfront.policies.letters.tasks import tell_of_order, tell_of_renewal
        from planfront.policies.merging import HELD_CHANGES

        COUNT_DAY.connect(figures.count_enrollments_of_day, key=figures.ENROLLMENT)
        COUNT_DAY.connect(figures.count_sales_of_day, key=figures.SALE)
        COUNT_DAY.connect(figures.count_sales_of_day_by_rep, key=figures.SALE_BY_REP)
        CHANGED.connect(tell_of_order)
        MOVES.connect(HELD_CHANGES, key="planfront.policies.HeldChange")
        RENEWAL_AGREED.connect(tell_of_renewal)

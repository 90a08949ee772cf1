import django.core.validators
import django.db.models.deletion
import planfront.kernel.database.operations
import planfront.rating.models
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('catalog', '0001_initial'),
        ('imports', '0001_initial'),
    ]

    operations = [
        planfront.kernel.database.operations.CreateModels(
            models=[
                migrations.CreateModel(
                    name='AreaMap',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('scheme', models.CharField(max_length=20)),
                        ('state', models.CharField(max_length=2)),
                        ('county_fips', models.CharField(blank=True, max_length=5)),
                        ('zip3', models.CharField(blank=True, max_length=3)),
                        ('zip5', models.CharField(blank=True, max_length=5)),
                        ('area', models.CharField(max_length=20)),
                        ('eff_from', models.DateField()),
                        ('eff_to', models.DateField(blank=True, null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['state', 'scheme'], name='rating_area_by_state')],
                        'constraints': [models.UniqueConstraint(fields=('scheme', 'state', 'county_fips', 'zip3', 'zip5', 'eff_from'), name='rating_area_once')],
                    },
                ),
                migrations.CreateModel(
                    name='RateTable',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('plan', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rate_tables', to='catalog.plan')),
                        ('version', models.PositiveIntegerField()),
                        ('status', models.CharField(choices=[('loading', 'Loading'), ('draft', 'Draft'), ('approved', 'Approved'), ('retired', 'Retired')], default='draft', max_length=8)),
                        ('eff_from', models.DateField()),
                        ('eff_to', models.DateField(blank=True, null=True)),
                        ('method', models.CharField(choices=[('TIER', 'By tier'), ('MEMBER', 'By member'), ('UNIT', 'By unit'), ('FLAT', 'Flat')], max_length=6)),
                        ('area_scheme', models.CharField(blank=True, help_text="Scheme of the rows' areas, for example state or cms.", max_length=20)),
                        ('age_basis', models.CharField(choices=[('effective', 'On the effective date'), ('jan1', 'On 1 January of the effective year'), ('nearest', 'At the birthday nearest the effective date')], default='effective', max_length=9)),
                        ('age_mode', models.CharField(choices=[('attained', 'Attained age'), ('issue', 'Issue age')], default='attained', max_length=8)),
                        ('max_children_rated', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('child_cap_under', models.PositiveSmallIntegerField(blank=True, help_text='Only children below this age count towards the cap.', null=True)),
                        ('child_age', models.PositiveSmallIntegerField(blank=True, help_text='Age of a child with no birth date. Empty: the lowest band.', null=True)),
                        ('spouse_on_own_age', models.BooleanField(default=True)),
                        ('children_only', models.BooleanField(default=False, help_text='The applicant buys for the children; adults are not covered.')),
                        ('unit_base', models.CharField(blank=True, choices=[('FACE', 'Face amount'), ('WEEKLY_BENEFIT', 'Weekly benefit'), ('MONTHLY_PAYROLL', 'Monthly payroll')], max_length=16)),
                        ('unit_size', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                        ('benefit_pct', models.DecimalField(blank=True, decimal_places=3, max_digits=7, null=True)),
                        ('benefit_min', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                        ('benefit_max', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                        ('earn_cap', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                        ('default_amount', models.DecimalField(blank=True, decimal_places=2, max_digits=14, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                        ('modal_factor', models.DecimalField(decimal_places=4, default=Decimal('1'), max_digits=9)),
                        ('earn_round', models.CharField(default='NONE', max_length=24, validators=[planfront.rating.models.check_rounding])),
                        ('benefit_round', models.CharField(default='NONE', max_length=24, validators=[planfront.rating.models.check_rounding])),
                        ('unit_round', models.CharField(default='NONE', max_length=24, validators=[planfront.rating.models.check_rounding])),
                        ('factor_round', models.CharField(default='NONE', max_length=24, validators=[planfront.rating.models.check_rounding])),
                        ('component_round', models.CharField(default='HALF_UP:0.01', max_length=24, validators=[planfront.rating.models.check_rounding])),
                        ('premium_round', models.CharField(default='HALF_UP:0.01', max_length=24, validators=[planfront.rating.models.check_rounding])),
                        ('components', models.JSONField(blank=True, default=list, help_text='[{"code": "BASE", "basis": "UNIT|FLAT", "role": "SELF|SPOUSE|CHILD", "optional": false, …}]')),
                        ('age_reductions', models.JSONField(blank=True, default=list, help_text='[[65, "65"], [70, "50"]]')),
                        ('unisex_states', models.JSONField(blank=True, default=list, help_text='States where sex may not count: ["MT"]. They need rows without a sex.')),
                        ('digest', models.CharField(blank=True, help_text='SHA-256 of the rows, set on approval.', max_length=64)),
                        ('row_count', models.PositiveIntegerField(default=0)),
                        ('source', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='imports.importrun')),
                        ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('approved_at', models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        'ordering': ['plan_id', '-version'],
                        'indexes': [models.Index(fields=['plan', 'status', 'eff_from'], name='rating_table_in_force')],
                        'constraints': [models.UniqueConstraint(fields=('plan', 'version'), name='rating_table_version'), models.CheckConstraint(condition=models.Q(('eff_to', None), ('eff_to__gte', models.F('eff_from')), _connector='OR'), name='rating_table_dates'), models.CheckConstraint(condition=models.Q(models.Q(('method', 'UNIT'), _negated=True), models.Q(('unit_size__gt', 0), models.Q(('unit_base', ''), _negated=True)), _connector='OR'), name='rating_table_unit'), models.CheckConstraint(condition=models.Q(('modal_factor__gt', 0)), name='rating_table_modal'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'approved'), _negated=True), models.Q(('digest', ''), _negated=True), _connector='OR'), name='rating_table_approved_has_digest'), models.CheckConstraint(condition=models.Q(('approved_by', None), ('created_by', None), models.Q(('approved_by', models.F('created_by')), _negated=True), _connector='OR'), name='rating_table_four_eyes')],
                    },
                ),
                migrations.CreateModel(
                    name='RateRow',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('rate_table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rows', to='rating.ratetable')),
                        ('component', models.CharField(default='BASE', max_length=20)),
                        ('role', models.CharField(blank=True, max_length=6)),
                        ('tier', models.CharField(blank=True, max_length=2)),
                        ('kids_lo', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('kids_hi', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('area', models.CharField(blank=True, max_length=20)),
                        ('age_lo', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('age_hi', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('sex', models.CharField(blank=True, max_length=1)),
                        ('tobacco', models.BooleanField(blank=True, null=True)),
                        ('option', models.CharField(blank=True, max_length=30)),
                        ('rate', models.DecimalField(decimal_places=4, max_digits=12)),
                    ],
                    options={
                        'ordering': ['id'],
                        'indexes': [models.Index(fields=['rate_table', 'area'], name='rating_row_by_area')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('rate__gt', 0)), name='rating_row_has_price')],
                    },
                ),
                migrations.CreateModel(
                    name='RateFactor',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('rate_table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='factors', to='rating.ratetable')),
                        ('kind', models.CharField(choices=[('TIER', 'TIER'), ('AREA', 'AREA'), ('SIC', 'SIC'), ('GROUP_SIZE', 'GROUP_SIZE'), ('PARTICIPATION', 'PARTICIPATION'), ('MODE', 'MODE')], max_length=13)),
                        ('key', models.CharField(max_length=20)),
                        ('factor', models.DecimalField(decimal_places=6, max_digits=12)),
                    ],
                    options={
                        'ordering': ['id'],
                        'constraints': [models.UniqueConstraint(fields=('rate_table', 'kind', 'key'), name='rating_factor_once'), models.CheckConstraint(condition=models.Q(('factor__gt', 0)), name='rating_factor_positive')],
                    },
                ),
            ],
        ),
    ]

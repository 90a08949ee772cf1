"""First steps: each is read from the installation, with its evidence, and nothing can be ticked."""

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from html import unescape

import pytest
from django_tasks_db.models import DBTaskResult

from planfront.accounts.models import User
from planfront.audit.models import AuditEvent
from planfront.audit.pruning import prune_events
from planfront.backoffice.health import own_names
from planfront.backoffice.health.first_steps import list_parts
from planfront.backoffice.health.work import check_returned
from planfront.backoffice.tests.ready import finish_first_steps, keep_web, trust_mail, waive
from planfront.brands.models import Brand, Domain, LegalText
from planfront.catalog.models import Carrier, Plan, PlanOffer, PlanServiceArea
from planfront.integrations import own_domains
from planfront.integrations.models import DomainCheck
from planfront.integrations.own_domains import MailFacts, WebFacts
from planfront.kernel import clock
from planfront.kernel.outgoing.calls import Unanswered
from planfront.kernel.outgoing.service import note_failure
from planfront.kernel.text.parse import show_date
from planfront.messaging import mailbox
from planfront.messaging.models import OutboundEmail
from planfront.parties.reps.models import License
from planfront.rating.models import AreaMap, RateTable

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/first-steps/"
STATUS = "/backoffice/health/"


@pytest.fixture
def staff(client, brand, settings, tmp_path):
    settings.VAR_DIR, settings.SMTP_URL, settings.CARDS_OFFERED = tmp_path, "", False
    (tmp_path / "run").mkdir()
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    return client


@pytest.fixture
def ready(staff, settings):
    """An installation in which every step is done."""
    finish_first_steps(settings)
    return staff


def steps():
    return {step.key: (step.is_done, step.evidence) for part in list_parts() for step in part.steps}


def undone():
    return [step.key for part in list_parts() for step in part.steps if not step.is_settled]


def setups(page):
    """The parts that system status says have to be set up."""
    section = re.search(r'class="health-setup".*?</section>', page, re.DOTALL)
    return [unescape(title) for title in re.findall(r"<b>(.*?)</b>", section[0])] if section else []


def text_of(client, path=PAGE, **headers):
    return unescape(client.get(path, headers=headers).content.decode())


def test_a_fresh_installation_has_everything_but_its_brand_to_do(staff):
    LegalText.objects.all().delete()
    found = steps()
    assert found["brand"] == (True, "Public: Shop")
    left = [
        "address",
        "email",
        "returned",
        "legal",
        "insurers",
        "plans",
        "rates",
        "areas",
        "licenses",
        "person",
        "backup",
    ]
    assert undone() == [*left, "payment", "partners"]
    page = text_of(staff)
    assert '<h1 id="steps">13 steps to go</h1>' in page
    assert re.findall(r'desk-button is-main" href="([^"]*)"', page) == ["/backoffice/brands/legaltext/"]
    home = text_of(staff, "/backoffice/")
    assert "First steps <em>1 of 14</em>" in home
    assert "13 to set up" in home


def test_all_is_done_while_it_is_true_with_its_evidence_and_the_list_goes(ready):
    found = steps()
    assert undone() == [], found
    assert {key: evidence for key, (_done, evidence) in found.items()} == {
        "brand": "Public: Shop",
        "address": "shop.test answers by https. Its certificate is good until 02/19/2099.",
        "email": "Goes out through mail.example. Inboxes can trust it.",
        "returned": "The mailbox wasn't read yet.",
        "legal": "6 published",
        "insurers": "Halden Dental",
        "plans": "1 plan",
        "rates": "Every plan has a price today",
        "areas": "Ohio",
        "licenses": "Reps are licensed in 1 state",
        "person": "Ada, Kit Marsh can approve each other's changes",
        "backup": found["backup"][1],
        "payment": "Members can pay by card and by bank account",
        "partners": "No outside service checks whether these exist: street addresses, phone numbers, email addresses.",
    }
    assert re.fullmatch(r"The latest one finished at .*\. One was restored at .*\.", found["backup"][1])
    assert "You're ready to sell" in text_of(ready)
    assert "First steps <em>" not in text_of(ready, "/backoffice/")
    assert setups(text_of(ready, STATUS)) == []


def break_brand(settings):
    Brand.objects.update(active=False)


def break_address(settings):
    DomainCheck.objects.filter(pk="web:shop.test").delete()


def break_https(settings):
    settings.ENV = replace(settings.ENV, https=False)


def break_certificate(settings):
    keep_web("shop.test", WebFacts("", "2020-01-01T00:00:00+00:00"))


def break_dkim(settings):
    trust_mail("shop.test", MailFacts("yes", "missing", "yes"))


def break_sending(settings):
    OutboundEmail.objects.update(status="FAILED")


def break_legal(settings):
    LegalText.objects.filter(key="privacy").delete()


def break_plans(settings):
    Plan.objects.update(active=False)


def break_rates(settings):
    RateTable.objects.update(status="retired")


def break_offers(settings):
    PlanOffer.objects.all().delete()


def break_areas(settings):
    RateTable.objects.update(area_scheme="cms")


def break_licenses(settings):
    License.objects.update(expires_on=clock.today() - timedelta(days=1))


def break_second_state(settings):
    PlanOffer.objects.update(states=["OH", "KY"])


def break_person(settings):
    User.objects.filter(email="kit@demo.test").update(is_active=False)


def break_backup(settings):
    (settings.VAR_DIR / "run" / "backup.json").unlink()


def break_restore(settings):
    note = settings.VAR_DIR / "run" / "backup.json"
    note.write_text(json.dumps({"finished": clock.now().isoformat(), "to": "/nowhere/one"}))


def break_cards(settings):
    settings.CARDS_OFFERED = False


@pytest.mark.parametrize(
    ("what", "keys", "evidence"),
    [
        (break_address, ["address"], "We haven't checked yet whether shop.test can be reached by https."),
        (break_https, ["address"], "The store runs without https. Have the technician set PLANFRONT_HTTPS."),
        (break_certificate, ["address"], "The certificate of shop.test isn't valid."),
        (break_dkim, ["email"], "Goes out through mail.example, but many inboxes won't trust shop.test yet."),
        (break_sending, ["email"], "Goes out through mail.example. None was sent yet."),
        (break_legal, ["legal"], "The product's own are still used: Privacy notice."),
        (break_plans, ["plans", "rates", "areas"], "There is no plan yet."),
        (break_rates, ["rates"], "No plan has a price in force."),
        (break_offers, ["rates", "areas"], "No public brand sells a plan that has a price."),
        (break_areas, ["areas"], "Rates depend on areas, and no file says which places are in them: cms."),
        (break_licenses, ["licenses"], "No rep has a license in force."),
        (break_second_state, ["licenses"], "Plans are offered where no rep is licensed: Kentucky."),
        (break_person, ["person"], "No one can approve what needs two people."),
        (break_backup, ["backup"], "None was made yet. Have the technician run ./run backup."),
        (break_restore, ["backup"], None),
        (break_cards, ["payment"], "Members can pay by bank account only. Have the technician set CARD_GATEWAY."),
    ],
)
def test_a_step_that_breaks_is_back_on_its_page_and_in_system_status(ready, settings, what, keys, evidence):
    what(settings)
    assert undone() == keys
    if evidence:
        assert steps()[keys[0]][1] == evidence
    titles = [step.title for part in list_parts() for step in part.steps if step.key in keys]
    assert f"{len(keys)} step" in text_of(ready)
    page = text_of(ready, STATUS)
    assert setups(page) == titles
    assert f"{len(keys)} to set up" in page


def test_the_first_open_step_that_can_be_done_here_has_the_only_solid_button(ready, settings):
    settings.BACKOFFICE_HOST = "office.test"
    break_brand(settings)
    page = ready.get(PAGE, headers={"Host": "office.test"}).content.decode()
    assert re.findall(r'desk-button is-main" href="([^"]*)">([^<]*)', page) == [
        ("/backoffice/brands/brand/", "Publish a brand")
    ]


def test_who_works_for_one_brand_does_not_see_it(works):
    client = works("admin")
    assert client.get(PAGE).status_code == 403
    assert client.post(PAGE, {"action": "check_web"}).status_code == 403
    assert PAGE not in client.get("/backoffice/").content.decode()


def test_a_reader_sees_the_steps_and_checks_nothing(ready, client, settings):
    reader = User.objects.create_user("r@demo.test", None, role="staff", is_staff=True, staff_role="reader")
    User.objects.filter(pk=reader.pk).update(all_brands=True)
    client.force_login(reader)
    break_dkim(settings)
    page = text_of(client)
    assert "We found no key" in page
    assert "Check again" not in page
    assert client.post(PAGE, {"action": "test_mail"}).status_code == 403
    assert not OutboundEmail.objects.filter(to=reader.email).exists()


def test_staff_send_themselves_a_test(ready, settings):
    OutboundEmail.objects.all().delete()
    assert "Send a test to admin@demo.test" in text_of(ready)
    page = unescape(ready.post(PAGE, {"action": "test_mail"}, follow=True).content.decode())
    assert "A test is on its way to admin@demo.test." in page
    mail = OutboundEmail.objects.get()
    assert (mail.kind, mail.to, mail.subject) == ("test", "admin@demo.test", "Email from this store works – Shop")
    assert undone() == ["email"], "it has to go out first"
    OutboundEmail.objects.update(status="SENT", sent_at=clock.now())
    assert undone() == []


def test_a_test_needs_a_public_brand(ready, settings):
    settings.BACKOFFICE_HOST = "office.test"
    break_brand(settings)
    before = OutboundEmail.objects.count()
    answer = ready.post(PAGE, {"action": "test_mail"}, follow=True, headers={"Host": "office.test"})
    assert "Publish a brand first" in answer.content.decode()
    assert OutboundEmail.objects.count() == before


def test_a_check_is_made_by_a_button_and_kept(client, brand, settings, monkeypatch):
    client.force_login(User.objects.create_superuser("admin@demo.test", "planfront-demo", name="Ada"))
    client.defaults["HTTP_HOST"] = "shop.test"
    settings.SMTP_URL = "smtp://mail.example:25"
    asked = []

    def answer(facts):
        return lambda name: asked.append(name) or facts

    monkeypatch.setattr(own_domains, "check_web", answer(WebFacts("", "2099-02-19T00:00:00+00:00")))
    monkeypatch.setattr(own_domains, "check_mail", answer(MailFacts("yes", "yes", "missing")))
    for action in ("check_web", "check_mail"):
        assert client.post(PAGE, {"action": action}).headers["Location"] == PAGE
    assert asked == ["shop.test", "shop.test"]
    page = text_of(client)
    assert asked == ["shop.test", "shop.test"], "a page looks nothing up"
    assert "Missing, so anyone can send in your name." in page
    assert "_dmarc.shop.test  TXT\nv=DMARC1; p=quarantine" in page
    assert AuditEvent.objects.filter(action="installation.checked").count() == 2
    monkeypatch.setattr(own_domains, "check_mail", answer(MailFacts()))
    client.post(PAGE, {"action": "check_mail"})
    assert steps()["email"] == (
        None,
        "Goes out through mail.example. No DNS server answered when we checked shop.test.",
    )


@pytest.mark.parametrize(
    ("facts", "advice"),
    [
        (MailFacts("missing", "missing", "missing"), "shop.test  TXT\nv=spf1 mx a:mail.example ~all"),
        (MailFacts("several", "yes", "yes"), "Ask the person who runs shop.test to correct its entry"),
        (MailFacts("anyone", "yes", "yes"), "It lets anyone send in your name."),
        (MailFacts("yes", "missing", "yes"), "set DKIM_SELECTOR to its name"),
        (MailFacts("yes", "yes", "several"), "There are several entries, so none of them counts."),
    ],
)
def test_each_dns_entry_says_what_was_found_and_what_to_do(ready, facts, advice):
    trust_mail("shop.test", facts)
    assert advice in text_of(ready)


@pytest.mark.parametrize(
    ("problem", "is_done", "sentence"),
    [
        ("name", False, "The internet doesn't know shop.test yet. Have its DNS entry point here."),
        ("connection", False, "shop.test doesn't answer by https."),
        ("other", False, "Another site answers at shop.test."),
        ("unseen", None, "We can't look at shop.test from here. Open it in a browser."),
    ],
)
def test_each_problem_of_an_address_is_said_in_words(ready, problem, is_done, sentence):
    keep_web("shop.test", WebFacts(problem))
    assert steps()["address"] == (is_done, sentence)
    assert "Check again" in text_of(ready)


def test_places_of_plans_are_where_offers_and_service_areas_meet(ready):
    plan = Plan.objects.get()
    PlanOffer.objects.update(states=[])
    assert steps()["areas"] == (True, "Every state")
    PlanServiceArea.objects.create(plan=plan, state="KY")
    assert steps()["areas"] == (True, "Kentucky")
    PlanOffer.objects.update(states=["KY", "OH"])
    assert steps()["areas"] == (True, "Kentucky")
    RateTable.objects.update(area_scheme="cms")
    AreaMap.objects.create(scheme="cms", state="KY", area="KY-1", eff_from=date(2020, 1, 1))
    assert steps()["areas"] == (True, "Kentucky")


def test_files_of_an_operator_with_members_have_their_pages(ready):
    rail = re.search(r'class="desk-rail is-first".*?</aside>', text_of(ready), re.DOTALL)[0]
    links = re.findall(r'<b><a href="([^"]*)">(.*?)</a>', rail)
    assert [title for _href, title in links] == ["Reps", "Groups", "People", "Policies in force"]
    assert [ready.get(href).status_code for href, _title in links] == [200] * 4


def test_the_page_speaks_spanish(ready, settings):
    break_dkim(settings)
    page = text_of(ready, accept_language="es")
    assert "Falta 1 paso" in page
    assert "Enviar una prueba a admin@demo.test" in page


def test_the_number_of_queries_does_not_grow(ready, django_assert_max_num_queries):
    def count():
        with django_assert_max_num_queries(200) as queries:
            list_parts()
        return len(queries)

    before = count()
    carrier = Carrier.objects.get()
    for number in range(12):
        more = Brand.objects.create(key=f"b{number}", name=f"Zinnia {number}")
        Domain.objects.create(brand=more, host=f"b{number}.test", primary=True)
        plan = Plan.objects.create(carrier=carrier, category="dental", name=f"Plan {number}")
        PlanOffer.objects.create(plan=plan, brand=more, eff_from=date(2020, 1, 1), states=["OH"])
    assert count() <= before


def test_a_worker_looks_at_all_names_once_a_day_in_production(brand, settings, monkeypatch):
    monkeypatch.setattr(own_domains, "check_web", lambda _host: WebFacts("connection"))
    monkeypatch.setattr(own_domains, "check_mail", lambda _domain: MailFacts("yes", "yes", "yes"))
    trust_mail("gone.test", MailFacts())
    own_names.queue_checks()
    assert DBTaskResult.objects.count() == 0, "a demo asks no one"
    settings.PRODUCTION = True
    own_names.queue_checks()
    assert DBTaskResult.objects.count() == 1
    own_names.check_names.run([], 0)
    known = dict(DomainCheck.objects.values_list("name", "facts"))
    assert known == {
        "web:shop.test": {"problem": "connection", "until": ""},
        "mail:shop.test": {"spf": "yes", "dkim": "yes", "dmarc": "yes"},
    }


def test_a_button_waits_for_no_more_names_than_its_time_holds(brand, monkeypatch):
    monkeypatch.setattr(own_domains, "check_web", lambda _host: WebFacts("connection"))
    own_names.check_hosts(-1)
    assert not DomainCheck.objects.exists()


def part_of(page, key):
    return re.search(rf'<li id="{key}".*?</li>', page, re.DOTALL)[0]


def test_a_step_that_the_operator_does_not_need_is_taken_off_the_list_with_a_reason_and_put_back(staff):
    assert "Why isn't it needed?" in part_of(text_of(staff), "partners")
    staff.post(PAGE, {"step": "partners", "action": "waive", "reason": " Employers send\nchecked addresses. "})
    page = text_of(staff)
    today = show_date(clock.today())
    assert f"Not needed here: Employers send checked addresses. (Ada, {today})" in part_of(page, "partners")
    assert "partners" not in undone()
    event = AuditEvent.objects.get(action="installation.step_waived")
    assert (event.subject_id, event.meta, event.actor_id) == (
        "partners",
        {"reason": "Employers send checked addresses."},
        User.objects.get(email="admin@demo.test").pk,
    )
    staff.post(PAGE, {"step": "partners", "action": "restore"})
    assert "partners" in undone()
    assert AuditEvent.objects.filter(action="installation.step_restored", subject_id="partners").exists()


def test_returned_email_is_judged_as_system_status_does_and_may_be_waived(ready, settings):
    assert steps()["returned"] == (True, "The mailbox wasn't read yet.")
    note_failure(mailbox.NAME, Unanswered("auth"))
    look = check_returned({})
    assert steps()["returned"] == (False, look.sentence)
    assert look.sentence.startswith("The mailbox can't be read.")
    settings.MAILBOX = None
    evidence = "Email that comes back isn't read. Have the technician set IMAP_URL."
    assert (steps()["returned"], undone()) == ((False, evidence), ["returned"])
    ready.post(PAGE, {"step": "returned", "action": "waive", "reason": "The email provider tells us."})
    assert undone() == []


def test_waivers_last_longer_than_the_audit_record(staff):
    waive("partners", "Employers send checked addresses.")
    assert prune_events(clock.now() + timedelta(days=9000)) == 0
    assert "partners" not in undone()


def test_a_waiver_needs_a_reason(staff):
    answer = staff.post(PAGE, {"step": "payment", "action": "waive", "reason": "  "}, follow=True)
    assert "Say why this step isn't needed here." in unescape(answer.content.decode())
    assert "payment" in undone()


@pytest.mark.parametrize("key", ["address", "backup", "legal", "person", "nonsense"])
def test_what_keeps_people_safe_is_never_waived(staff, key):
    assert staff.post(PAGE, {"step": key, "action": "waive", "reason": "Later"}).status_code == 403
    assert "isn't it needed" not in part_of(text_of(staff), "backup")
    assert not AuditEvent.objects.filter(action="installation.step_waived").exists()


def test_only_who_may_check_waives(works):
    reader = works("reader", all_brands=True)
    assert reader.post(PAGE, {"step": "partners", "action": "waive", "reason": "Later"}).status_code == 403
    assert "isn't it needed" not in text_of(reader)


def test_partners_are_those_that_check_what_people_type(ready, settings):
    settings.ADAPTERS = {**settings.ADAPTERS, "address": "usps"}
    assert steps()["partners"] == (
        False,
        "No outside service checks whether these exist: phone numbers, email addresses.",
    )
    settings.ADAPTERS = {"address": "usps", "phone": "numverify", "email": "neverbounce"}
    is_done, evidence = steps()["partners"]
    assert is_done
    assert evidence.startswith("In use: ")

"""Each program accepts the configuration in deploy/. PLANFRONT_CLUSTER as for the kills."""

import shutil
import subprocess

import pytest

from planfront.cli.paths import ROOT
from tests.cluster.people import PEOPLE
from tools.cluster import packages

pytestmark = [
    pytest.mark.skipif(not PEOPLE, reason="PLANFRONT_CLUSTER says how many people enroll"),
    pytest.mark.at_length,
]
MONITORING = ROOT / "deploy" / "monitoring"


def accepts(*argv):
    done = subprocess.run(list(map(str, argv)), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_haproxy_and_nginx_accept_theirs(cluster):
    programs, folder_of = packages.find(), cluster.layout.of
    assert "warning" not in accepts(programs["haproxy"], "-c", "-f", folder_of("haproxy") / "haproxy.cfg").lower()
    output = accepts(programs["nginx"], "-t", "-p", folder_of("nginx"), "-c", folder_of("nginx") / "nginx.conf")
    assert "warn" not in output.replace('the "user" directive', "")


@pytest.mark.skipif(not shutil.which("promtool"), reason="promtool comes with Debian's prometheus")
def test_prometheus_accepts_its_questions_and_rules():
    accepts("promtool", "check", "config", "--syntax-only", MONITORING / "prometheus.yml")
    accepts("promtool", "check", "rules", MONITORING / "rules.yml")

"""./run dev: Django's autoreloading server behind Vite's, plus worker and ticker."""

import argparse

from planfront.cli import environment, frontend, ports, prepare
from planfront.cli.children import Supervisor
from planfront.cli.claim import Claim
from planfront.cli.console import say
from planfront.cli.paths import FRONTEND
from planfront.cli.process import Child
from planfront.cli.up import background
from tools import frontend_checks

VITE_PORT = 5173


def command(_options: argparse.Namespace) -> int:
    env = environment.load()
    claim = Claim(env.var_dir)
    claim.take(env.port)
    try:
        ports.require_free(env.host, env.port)
        ports.require_free("127.0.0.1", VITE_PORT)
        frontend.ensure_packages()
        frontend_checks.write_client()
        prepare.database(env, history=True)
        variables = environment.for_child(PLANFRONT_DEBUG="1")
        vite = {**frontend.node_env(), "PLANFRONT_BACKEND": f"http://{env.host}:{env.port}"}
        server = ["manage", "runserver", f"{env.host}:{env.port}"]
        children = [
            Child("web", environment.planfront(*server), variables),
            Child("vite", _vite(), vite, str(FRONTEND)),
            *background(variables),
        ]
        for line in prepare.demo_lines(VITE_PORT):
            say(line)
        say(f"Pages reload as you edit them at http://localhost:{VITE_PORT}. Ctrl-C stops it.")
        return Supervisor(children, on_start=claim.child_started).run()
    finally:
        claim.release()


def _vite() -> list[str]:
    return [*frontend.tool("vite"), "--host", "127.0.0.1", "--port", str(VITE_PORT), "--strictPort"]

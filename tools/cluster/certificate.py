"""A certificate for a trial on this machine, which nobody else trusts."""

import ipaddress
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_NAMES = ("localhost", "*.localhost", "juniper.localhost", "brightsmile.localhost", "copperline.localhost")


def write(certificate: Path, key: Path, owner: tuple[int, int] | None) -> None:
    """Write a pair for a year as PEM, unless it is there. ``owner``: user and group ids of who reads the key."""
    if certificate.exists() and key.exists():
        return
    private, now = ec.generate_private_key(ec.SECP256R1()), datetime.fromtimestamp(time.time(), UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Planfront trial")])
    names: list[x509.GeneralName] = [x509.DNSName(host) for host in _NAMES]
    names.append(x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
        stream.write(
            private.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
    if owner is not None:
        os.chown(key, *owner)

-- Run once, by the node that becomes the first primary. The store's own role owns its database and nothing else.
CREATE ROLE planfront LOGIN PASSWORD '@store_password@';
CREATE DATABASE planfront OWNER planfront;
ALTER ROLE planfront SET statement_timeout = '30s';
ALTER ROLE planfront SET lock_timeout = '10s';

import type { Kysely } from 'kysely'
import { protectTenantTable, run } from './tenant-table.js'

/** Sign-in by OpenID Connect: the issuer of an organisation, what its groups give, and who it says people are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await run(
    db,
    `create table single_sign_on (
      org_id uuid not null references organisations (id) on delete cascade,
      id uuid not null,
      enabled boolean not null,
      name text not null,
      issuer text not null,
      client_id text not null,
      client_secret bytea,
      client_secret_key_id text,
      scopes text[] not null,
      groups_claim text not null,
      create_users boolean not null,
      link_users boolean not null,
      updated_at timestamptz(3) not null,
      primary key (org_id, id),
      unique (org_id),
      check ((client_secret is null) = (client_secret_key_id is null))
    );

    create table single_sign_on_groups (
      org_id uuid not null,
      id uuid not null,
      position integer not null,
      name text not null,
      role text not null check (role in ('viewer', 'operator', 'admin')),
      primary key (org_id, id),
      unique (org_id, name),
      foreign key (org_id) references single_sign_on (org_id) on delete cascade
    );

    create table single_sign_on_group_sites (
      org_id uuid not null,
      group_id uuid not null,
      site_id uuid not null,
      primary key (org_id, group_id, site_id),
      foreign key (org_id, group_id) references single_sign_on_groups (org_id, id) on delete cascade,
      foreign key (org_id, site_id) references sites (org_id, id) on delete cascade
    );
    create index single_sign_on_group_sites_of_site on single_sign_on_group_sites (org_id, site_id);

    -- They outlive the setting: whoever comes back by the same issuer is who they were.
    create table single_sign_on_identities (
      org_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      issuer text not null,
      subject text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null,
      primary key (org_id, id),
      unique (org_id, issuer, subject),
      foreign key (org_id, user_id) references users (org_id, id) on delete cascade
    );
    create index single_sign_on_identities_of_user on single_sign_on_identities (org_id, user_id);

    -- What a browser was sent to the issuer with; of its secret the hash of the state alone.
    create table single_sign_on_attempts (
      org_id uuid not null,
      id uuid not null,
      state_sha256 bytea not null,
      return_to text not null,
      expires_at timestamptz(3) not null,
      primary key (org_id, id),
      unique (org_id, state_sha256),
      foreign key (org_id) references single_sign_on (org_id) on delete cascade
    );
    create index single_sign_on_attempts_by_end on single_sign_on_attempts (org_id, expires_at);`,
  )
  const tables = ['', '_groups', '_group_sites', '_identities', '_attempts']
  for (const name of tables) await protectTenantTable(db, `single_sign_on${name}`)
}

import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/**
 * Time zones that JavaScript takes and PostgreSQL does not, or takes for another, get the name of the zone that people were shown, which
 * is JavaScript's reading. Names that Unicode's data still has for zones that IANA calls otherwise get IANA's.
 */
const names: Readonly<Record<string, string>> = {
  ACT: 'Australia/Darwin',
  AET: 'Australia/Sydney',
  AGT: 'America/Argentina/Buenos_Aires',
  ART: 'Africa/Cairo',
  AST: 'America/Anchorage',
  BET: 'America/Sao_Paulo',
  BST: 'Asia/Dhaka',
  CAT: 'Africa/Maputo',
  CET: 'Europe/Brussels',
  CNT: 'America/St_Johns',
  CST: 'America/Chicago',
  CTT: 'Asia/Shanghai',
  EAT: 'Africa/Nairobi',
  ECT: 'Europe/Paris',
  EET: 'Europe/Athens',
  EST: 'America/Panama',
  HST: 'Pacific/Honolulu',
  IET: 'America/Indiana/Indianapolis',
  IST: 'Asia/Kolkata',
  JST: 'Asia/Tokyo',
  MET: 'Europe/Brussels',
  MIT: 'Pacific/Apia',
  MST: 'America/Phoenix',
  NET: 'Asia/Yerevan',
  NST: 'Pacific/Auckland',
  PLT: 'Asia/Karachi',
  PNT: 'America/Phoenix',
  PRT: 'America/Puerto_Rico',
  PST: 'America/Los_Angeles',
  SST: 'Pacific/Guadalcanal',
  VST: 'Asia/Ho_Chi_Minh',
  WET: 'Europe/Lisbon',
  'US/Pacific-New': 'America/Los_Angeles',
  'SystemV/AST4': 'America/Puerto_Rico',
  'SystemV/AST4ADT': 'America/Halifax',
  'SystemV/CST6': 'America/Regina',
  'SystemV/CST6CDT': 'America/Chicago',
  'SystemV/EST5': 'America/Panama',
  'SystemV/EST5EDT': 'America/New_York',
  'SystemV/HST10': 'Pacific/Honolulu',
  'SystemV/MST7': 'America/Phoenix',
  'SystemV/MST7MDT': 'America/Denver',
  'SystemV/PST8': 'Etc/GMT+8',
  'SystemV/PST8PDT': 'America/Los_Angeles',
  'SystemV/YST9': 'Etc/GMT+9',
  'SystemV/YST9YDT': 'America/Anchorage',
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Johnston': 'Pacific/Honolulu',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const healed = Object.entries(names)
  .map(([name, zone]) => `('${name.toLowerCase()}', '${zone}')`)
  .join(', ')

export async function online(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace function healed_timezone(name text) returns text stable language sql as $$
      select coalesce((select zone from (values ${healed}) as healed (old, zone) where old = lower(name)), name)
    $$;
    create or replace function healed_predicate(predicate jsonb) returns jsonb stable language plpgsql as $$
    declare
      found record;
      written text := predicate::text;
    begin
      for found in
        select distinct part[1] as name from regexp_matches(written, '"timezone": "([A-Za-z/_0-9-]+)"', 'g') as part
      loop
        written := replace(written, '"timezone": "' || found.name || '"', '"timezone": "' || healed_timezone(found.name) || '"');
      end loop;
      return written::jsonb;
    end $$`)
  // Each is set only where it is another one, so that nobody is told of a change that is none.
  await steps.inEachOrganisation(`
    update organisations set timezone = healed_timezone(timezone)
      where id = current_setting('app.org_id')::uuid and timezone <> healed_timezone(timezone)`)
  await steps.inEachOrganisation(`
    update sites set timezone = healed_timezone(timezone)
      where org_id = current_setting('app.org_id')::uuid and timezone <> healed_timezone(timezone)`)
  await steps.inEachOrganisation(`
    update users set preferences = jsonb_set(preferences, '{timezone}', to_jsonb(healed_timezone(preferences ->> 'timezone')))
      where org_id = current_setting('app.org_id')::uuid and preferences ->> 'timezone' <> healed_timezone(preferences ->> 'timezone')`)
  await steps.inEachOrganisation(`
    update compiled_rule_versions set predicate = healed_predicate(predicate)
      where org_id = current_setting('app.org_id')::uuid and predicate::text like '%"timezone": "%'
        and predicate <> healed_predicate(predicate)`)
  await steps.define('drop function healed_predicate(jsonb); drop function healed_timezone(text)')
}

import { describe, expect, it } from 'vitest'
import { askedInVain, DatabaseUrl, withoutOurs, withVerifiedTls } from './database-url.js'

/** What is said of an address; null: it is taken. */
const said = (url: string) => DatabaseUrl.safeParse(url).error?.issues[0]?.message ?? null

describe('an address of PostgreSQL', () => {
  it.each([
    'postgresql://u:p@db.example.com/sightline',
    'postgres://u:p%2C%40@[2001:db8::1]:5433/sightline?sslmode=require',
    'postgresql://u:a,b@db.example.com/sightline',
    'postgresql://%2Frun%2Fpostgresql/sightline',
    'postgresql:///sightline?host=/run/postgresql',
    'postgresql://u@localhost/sightline?host=/run/postgresql&user=v&password=a,b',
    'postgresql://u:p@h/d?sslmode=verify-full&sslrootcert=system',
    'postgresql://u@localhost/d?host=%2Ftmp%2Fs&port=5432&sslmode=disable&client_encoding=UTF8&replication=false',
    // What managed databases hand out, and other programs write there.
    'postgresql://u:p@h/d?sslmode=require&channel_binding=require&target_session_attrs=read-write&connect_timeout=10',
    'postgresql://u:p@h/d?application_name=video&schema=public&pgbouncer=false&gssencmode=disable',
  ])('is taken: %s', (url) => {
    expect(said(url)).toBe(null)
  })

  it.each<[string, RegExp]>([
    ['postgresql:///?service=prod', /^service= is not taken: .*write host, port, user and database/],
    ['postgresql://h/d?servicefile=/etc/pg_service.conf', /^servicefile= is not taken/],
    ['postgresql://u@h/d?passfile=/etc/pgpass', /^passfile= is not taken: .*PGPASSFILE/],
    ['postgresql://u:p@a,b/d', /several hosts, and one is taken/],
    ['postgresql://u:p@a:5432,b:5433/d?target_session_attrs=read-write', /several hosts/],
    ['postgresql://[2001:db8::1],[2001:db8::2]/d', /several hosts/],
    ['postgresql://u:p@/d?host=a,b', /several hosts|host=/],
    ['postgresql://u:p@h/d?host=a,b', /several hosts/],
    ['postgresql://u:p@h/d?port=1,2', /several hosts/],
    ['postgresql://u@h/d?hostaddr=192.0.2.1', /^hostaddr= .*in place of the host/],
    ['postgresql://u@h?dbname=d', /^dbname= .*behind the host/],
    ['postgresql://u@/d?host=/run/postgresql', /localhost.*\?host=\/run/],
    ['postgresql://u@h/d?options=-c%20role%3Dnone', /^options= is not taken.*ALTER ROLE/],
    ['postgresql://u@h/d?sslcrl=/etc/crl.pem', /^sslcrl= .*revoked/],
    ['postgresql://u@h/d?sslpassword=x', /^sslpassword= .*sslkey=/],
    ['postgresql://u@h/d?require_auth=scram-sha-256', /^require_auth= .*pg_hba/],
    ['postgresql://u@h/d?requirepeer=postgres', /^requirepeer= .*verify-full/],
    ['postgresql://u@h/d?replication=database', /^replication= .*leave it out/],
    ['host=h dbname=d', /^postgresql:\/\/user:password@host\/database$/],
    ['mysql://u@h/d', /^postgresql:\/\//],
    ['postgresql://u@h:port/d', /^postgresql:\/\//],
  ])('is refused in words: %s', (url, words) => {
    expect(said(url)).toMatch(words)
    expect(said(url)).not.toMatch(/u:p|=x$/)
  })
})

it.each([
  'statement_timeout=0',
  'query_timeout=60000',
  'lock_timeout=10s',
  'transaction_timeout=0',
  'idle_in_transaction_session_timeout=',
  'idle_session_timeout=1',
  'binary=true',
  'client_encoding=auto',
])('what connections set themselves is taken, named and left out: %s', (asked) => {
  const url = `postgresql://u@h/d?${asked}&${asked}`
  expect(said(url)).toBe(null)
  expect(askedInVain(url)).toEqual([asked.split('=')[0]])
  expect(withoutOurs(url)).toBe('postgresql://u@h/d')
})

it.each([
  'postgresql://u@localhost/d?host=%2Ftmp%2Fs&client_encoding=UTF8&replication=false',
  'postgresql://u@h/d?application_name=video&connect_timeout=10&binary=false',
  'host=h dbname=d',
])('nothing is asked for in vain by %s', (url) => {
  expect(askedInVain(url)).toEqual([])
})

it.each([
  [
    'postgresql://u@h/d?statement_timeout=0&sslmode=disable&application_name=x',
    'postgresql://u@h/d?sslmode=disable',
  ],
  ['postgresql://u@h/d?lock_timeout=1', 'postgresql://u@h/d'],
  ['postgresql://u@h/d?a=%20b', 'postgresql://u@h/d?a=%20b'],
])('what connections say themselves is taken out: %s', (url, without) => {
  expect(withoutOurs(url)).toBe(without)
})

it.each([
  ['?sslmode=require', '?sslmode=verify-full'],
  ['?sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
  ['?sslmode=disable', '?sslmode=disable'],
  ['?sslrootcert=system', '?sslmode=verify-full'],
  ['?sslmode=require&sslrootcert=system&uselibpqcompat=true', '?sslmode=verify-full'],
  ['?sslmode=require&sslrootcert=/a.pem', '?sslmode=verify-full&sslrootcert=%2Fa.pem'],
])('TLS by %s is %s', (asked, made) => {
  expect(withVerifiedTls(`postgresql://u@h/d${asked}`)).toBe(`postgresql://u@h/d${made}`)
})

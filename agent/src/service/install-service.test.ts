import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { installService, uninstallService } from './install-service.js'
import { systemCommands } from './run-command.js'
import { systemdUnit } from './systemd-unit.js'

const program = ['/usr/bin/node', '/usr/local/lib/node_modules/@sightline/agent/dist/main.js']
const usual = { program, user: 'sightline-agent', dataDir: '/var/lib/sightline-agent' }

describe('the unit of the service', () => {
  it.each([
    'User=sightline-agent',
    `ExecStart=${program.join(' ')} run`,
    'Environment=AGENT_DATA_DIR=/var/lib/sightline-agent',
    'Restart=always',
    'OOMPolicy=continue',
    'UMask=0077',
    'LimitCORE=0',
    'StateDirectory=sightline-agent',
    'StateDirectoryMode=0700',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectKernelTunables=yes',
    'ProtectControlGroups=yes',
    'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    'RestrictNamespaces=yes',
    'SystemCallFilter=@system-service',
  ])('says %s', (line) => {
    expect(systemdUnit(usual).split('\n')).toContain(line)
  })

  it('leaves Node its compiler', () => {
    expect(systemdUnit(usual)).not.toMatch(/^MemoryDenyWriteExecute/m)
  })

  it('names a folder elsewhere as the one that may be written to', () => {
    const unit = systemdUnit({ ...usual, dataDir: '/srv/video agent' })
    expect(unit).toContain('ReadWritePaths="/srv/video agent"')
    expect(unit).not.toContain('StateDirectory=')
  })

  it('takes marks of systemd in a path for what they are', () => {
    const unit = systemdUnit({ ...usual, program: ['/opt/100%/$node', '/opt/a"b/main.js'] })
    expect(unit).toContain('ExecStart=/opt/100%%/$$node "/opt/a\\"b/main.js" run')
  })

  it('is refused a path that would begin a line of its own', () => {
    expect(() => systemdUnit({ ...usual, dataDir: '/srv/a\nUser=root' })).toThrow(/control characters/)
  })

  const systemd = spawnSync('systemd-analyze', ['--version']).status === 0
  it.skipIf(!systemd)('is one that systemd accepts (skipped where there is no systemd-analyze)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'))
    try {
      const path = join(folder, 'sightline-agent.service')
      await writeFile(path, systemdUnit({ ...usual, program: [process.execPath, ...program.slice(1)] }))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('installing the service', () => {
  let root: string
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const calls = () => readFile(join(root, 'calls'), 'utf8').then((text) => text.trim().split('\n'))
  const paths = () => ({ unitDir: join(root, 'units'), systemdMark: join(root, 'systemd') })
  const run = () => {
    const system = systemCommands(systemClock)
    // The system's own programs are stood in for by scripts that note what they are asked.
    return (command: string, args: readonly string[]) => system(join(root, 'bin', command), args)
  }

  async function standIn(name: string, body = '') {
    const path = join(root, 'bin', name)
    await writeFile(path, `#!/bin/sh\necho "${name} $*" >> ${join(root, 'calls')}\n${body}\n`)
    await chmod(path, 0o755)
  }

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'service-'))
    said.length = 0
    for (const folder of ['bin', 'units', 'systemd']) await mkdir(join(root, folder))
    await standIn('id', 'exit 1')
    for (const name of ['useradd', 'chown', 'chmod', 'systemctl']) await standIn(name)
  })
  afterEach(() => rm(root, { recursive: true }))

  const options = () => ({
    paths: paths(),
    run: run(),
    say,
    program,
    user: 'sightline-agent',
    dataDir: join(root, 'data'),
  })

  it('makes the account, gives it the data, writes the unit and starts it', async () => {
    await installService(options())
    const data = join(root, 'data')
    expect(await calls()).toEqual([
      'id -u sightline-agent',
      `useradd --system --user-group --home-dir ${data} --shell /usr/sbin/nologin sightline-agent`,
      `chown --recursive --no-dereference sightline-agent:sightline-agent ${data}`,
      `chmod 700 ${data}`,
      'systemctl daemon-reload',
      'systemctl enable sightline-agent',
      'systemctl restart sightline-agent',
    ])
    const unit = await readFile(join(root, 'units', 'sightline-agent.service'), 'utf8')
    expect(unit).toContain(`ExecStart=${program.join(' ')} run`)
    expect((await stat(data)).mode & 0o777).toBe(0o700)
  })

  it('keeps an account that is there', async () => {
    await standIn('id')
    await installService(options())
    expect((await calls()).filter((call) => call.startsWith('useradd'))).toEqual([])
  })

  it('says what failed, and starts nothing then', async () => {
    await standIn('useradd', 'echo "useradd: cannot lock /etc/passwd" >&2; exit 10')
    await expect(installService(options())).rejects.toThrow(/useradd .* cannot lock/)
    expect((await calls()).some((call) => call.startsWith('systemctl'))).toBe(false)
  })

  it('refuses what the service could not see, and a machine without systemd', async () => {
    const homely = { ...options(), program: ['/home/ann/.nvm/node', '/home/ann/agent/main.js'] }
    await expect(installService(homely)).rejects.toMatchObject({ kind: 'usage' })
    await rm(join(root, 'systemd'), { recursive: true })
    await expect(installService(options())).rejects.toThrow(/not run by systemd/)
  })

  it('removes the unit and keeps the data', async () => {
    await installService(options())
    await uninstallService(options())
    expect((await calls()).slice(-2)).toEqual([
      'systemctl disable --now sightline-agent',
      'systemctl daemon-reload',
    ])
    await expect(stat(join(root, 'units', 'sightline-agent.service'))).rejects.toThrow()
    expect((await stat(join(root, 'data'))).isDirectory()).toBe(true)
    await expect(uninstallService(options())).rejects.toThrow(/not installed/)
  })
})

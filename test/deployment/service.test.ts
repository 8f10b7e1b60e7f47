import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { pathOf, textOf } from './repository.js'

const unit = 'deploy/sightline-agent.service'
const lines = textOf(unit).split('\n')

it.each([
  'User=sightline-agent',
  'ExecStart=/usr/bin/env agent run',
  'Restart=always',
  'UMask=0077',
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
])('the unit of the agent says %s', (line) => {
  expect(lines).toContain(line)
})

it('leaves Node its compiler', () => {
  expect(lines.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([])
})

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0

it.skipIf(!systemd)('is a unit that systemd accepts (skipped where there is no systemd-analyze)', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', pathOf(unit)], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

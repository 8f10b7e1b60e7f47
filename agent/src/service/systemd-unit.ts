import { AgentError } from '../platform/errors.js'

interface UnitOptions {
  /** Program and first arguments of the agent, each absolute where it is a path. */
  readonly program: readonly string[]
  /** The account without rights under which the agent runs. */
  readonly user: string
  /** Absolute. */
  readonly dataDir: string
}

/** The name of the unit, and of the account that it runs under by default. */
export const serviceName = 'sightline-agent'

/** Further settings of the service, one NAME=value a line. */
const settingsFile = '/etc/sightline-agent.env'

const stateRoot = '/var/lib/'

/**
 * The unit of systemd that runs the agent without rights: it can write to its own folder only, opens no devices, and is
 * started again whatever happens (systemd.exec(5), systemd.service(5)).
 * @throws AgentError `usage` for a path that a unit cannot name
 */
export function systemdUnit({ program, user, dataDir }: UnitOptions): string {
  return `[Unit]
Description=Sightline agent
Wants=network-online.target
After=network-online.target time-sync.target
# It records also while the cloud is away, so it is never given up.
StartLimitIntervalSec=0

[Service]
User=${user}
Group=${user}
Environment=PATH=/usr/local/bin:/usr/bin:/bin
Environment=${quoted(`AGENT_DATA_DIR=${dataDir}`)}
# Further settings, such as CAMERA_CIDRS or HTTPS_PROXY, one NAME=value a line.
EnvironmentFile=-${settingsFile}
ExecStart=${[...program, 'run'].map(argument).join(' ')}
Restart=always
RestartSec=5
# Wrong settings and a missing pairing do not heal by themselves.
RestartPreventExitStatus=2 3
TimeoutStopSec=20
KillMode=mixed
# An ffmpeg that the system ends for want of memory is started anew; by itself systemd would end the recording with it.
OOMPolicy=continue

${folderLines(dataDir).join('\n')}
UMask=0077
# A dump of the memory would hold the passwords of the cameras.
LimitCORE=0

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectHostname=yes
ProtectClock=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectProc=invisible
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
# No MemoryDenyWriteExecute: Node compiles JavaScript at run time.

[Install]
WantedBy=multi-user.target
`
}

/** A folder of systemd's own choosing is made and given to the account by systemd; any other must be there. */
function folderLines(dataDir: string): string[] {
  const name = dataDir.startsWith(stateRoot) ? dataDir.slice(stateRoot.length) : ''
  if (/^[\w.-]+$/.test(name)) return [`StateDirectory=${name}`, 'StateDirectoryMode=0700']
  return [`ReadWritePaths=${quoted(dataDir)}`]
}

/** An argument of a command line, in which `$` stands for variables too. */
function argument(text: string): string {
  return quoted(text.replaceAll('$', '$$$$'))
}

/** In quotes where it needs them; `%` is doubled because it begins a specifier of systemd. */
function quoted(text: string): string {
  if (/[\p{Cc}]/u.test(text))
    throw new AgentError('usage', 'a path with control characters cannot be written into a unit')
  const plain = text.replaceAll('%', '%%')
  return /^[\w@%+=:,./$-]+$/.test(plain)
    ? plain
    : `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

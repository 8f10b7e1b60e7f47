import { constants } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../time/clock.js'
import { runProgram } from './run-program.js'

/** A command line. */
interface Command {
  readonly file: string
  readonly args: readonly string[]
}

/**
 * How far a program is kept from what is not its own.
 * `apart`: it has no network, sees no process and no file but the system's programs, itself and its folder, and has no
 * right of the administrator. `bounded`: it has the rights of the service. Both are bounded in memory, time and the
 * size of files. `none`: not even that, as this system has no shell.
 */
export interface Sandbox {
  readonly kind: 'apart' | 'bounded' | 'none'
  /** Why it is not `apart`; null: it is. For people. */
  readonly why: string | null
}

interface SandboxedRun {
  /** A path. */
  readonly program: string
  readonly args: readonly string[]
  /** The only folder that it sees and writes to. */
  readonly folder: string
  /** Names of files in it that it may read and not write: they may be links to what is kept. */
  readonly inputs: readonly string[]
  /** Seconds of processor time. */
  readonly processorSec: number
  /** 0 to 19; higher stands further behind everything else on the machine. */
  readonly niceness: number
}

/** Memory that a program may address, and the largest file that it may write, bytes; files that it may have open. */
export const sandboxLimits = { memory: 2 * 1024 ** 3, file: 256 * 1024 ** 2, openFiles: 64 } as const

/** `ulimit` counts memory in KiB and files in half of that. Those that a shell does not know stay as they are. */
const bounds = (processorSec: number) =>
  [
    `ulimit -v ${sandboxLimits.memory / 1024}`,
    `ulimit -f ${sandboxLimits.file / 512}`,
    `ulimit -n ${sandboxLimits.openFiles}`,
    `ulimit -t ${processorSec}`,
    'ulimit -c 0',
  ].join(' && ')

/**
 * A root of its own: the folders of the system's programs, which cannot be written, the program and its folder. It is
 * built where no path of ours leads (`/sys`), and what was there before is let go, with every process beside it.
 * `$1`: the folder; `$2`: the inputs, which hold no blank; `$3`: the program; then its arguments.
 */
const apart = `set -eu
PATH="$PATH:/usr/sbin:/sbin:/usr/bin:/bin"
folder=$1 inputs=$2 program=$3 root=/sys
shift 2
mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev confined "$root"
for dir in usr bin sbin lib lib32 lib64 nix/store etc/alternatives; do
  if [ -L "/$dir" ]; then ln -s "$(readlink "/$dir")" "$root/$dir"
  elif [ -d "/$dir" ]; then
    mkdir -p "$root/$dir"
    mount --rbind "/$dir" "$root/$dir"
    mount -o remount,bind,ro "$root/$dir"
  fi
done
mkdir -p "$root/etc" "$root/dev" "$root/proc" "$root/.old" "$root$folder"
if [ -f /etc/ld.so.cache ]; then cp /etc/ld.so.cache "$root/etc/"; fi
: > "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc" 2> /dev/null || :
mount --bind "$folder" "$root$folder"
for input in $inputs; do
  mount --bind "$root$folder/$input" "$root$folder/$input"
  mount -o remount,bind,ro "$root$folder/$input"
done
if [ ! -e "$root$program" ]; then
  mkdir -p "$root\${program%/*}"
  : > "$root$program"
  mount --bind "$program" "$root$program"
  mount -o remount,bind,ro "$root$program"
fi
mount -o remount,bind,ro,nosuid,nodev "$root"
cd "$root"
pivot_root . .old
cd "$folder"
umount -l /.old
`

const withoutRights = 'setpriv --no-new-privs --inh-caps=-all --bounding-set=-all --'

const namespaces = '--user --map-root-user --mount --net --pid --ipc --uts --fork --kill-child=SIGKILL'.split(
  ' ',
)

/** The command line that runs a program in that sandbox. */
export function sandboxed(
  kind: Sandbox['kind'],
  { program, args, folder, inputs, processorSec, niceness }: SandboxedRun,
): Command {
  const limits = bounds(processorSec)
  // Of the shell's own: whoever set it from outside could come after the program is started.
  const behind = `exec nice -n ${niceness}`
  switch (kind) {
    case 'apart': {
      const script = `${apart}${limits}\n${behind} ${withoutRights} "$@"`
      return {
        file: 'unshare',
        args: [...namespaces, '/bin/sh', '-c', script, 'sh', folder, inputs.join(' '), program, ...args],
      }
    }
    case 'bounded':
      return { file: '/bin/sh', args: ['-c', `${limits} && ${behind} "$@"`, 'sh', program, ...args] }
    case 'none':
      return { file: program, args }
  }
}

/** A busy machine starts a program slowly. */
const answerMs = 15_000

/**
 * The strictest sandbox in which the program starts here. Containers and systems may forbid namespaces, and programs
 * may need files that are not there.
 * @param folder one that the program may see while it is tried
 */
export async function findSandbox(
  program: string,
  folder: string,
  { clock, env }: { clock: Clock; env: Readonly<Record<string, string>> },
): Promise<Sandbox> {
  if (process.platform !== 'linux') return boundedOrNone(`${process.platform} has no namespaces`)
  const run = sandboxed('apart', {
    program,
    args: ['-version'],
    folder,
    inputs: [],
    processorSec: 10,
    niceness: 0,
  })
  const end = await runProgram({
    ...run,
    cwd: folder,
    clock,
    env,
    deadlineMs: answerMs,
    mostBytes: 64 * 1024,
  })
  switch (end.kind) {
    case 'exited':
      if (end.code === 0) return { kind: 'apart', why: null }
      return boundedOrNone(end.said.split('\n')[0] || `exit code ${end.code}`)
    case 'killed':
      return boundedOrNone(`did not answer (${end.because})`)
    case 'not_started':
      return boundedOrNone(end.error.message)
  }
}

const boundedOrNone = (why: string): Sandbox => ({
  kind: process.platform === 'win32' ? 'none' : 'bounded',
  why,
})

/** The path of a program, without links. @param programPath where bare names are searched for, as PATH holds it */
export async function pathOfProgram(file: string, programPath: string | null): Promise<string> {
  const folders = file.includes('/') ? [''] : (programPath ?? '').split(path.delimiter)
  for (const folder of folders) {
    const candidate = path.resolve(folder, file)
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return realpath(candidate)
  }
  return file
}

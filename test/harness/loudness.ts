import { runFfmpeg } from '../fakes/camera/ffmpeg.js'

const rate = 8000

/**
 * How loud each tenth of a second of a recording is, 0 to 1.
 * @param recording a file's path, or an MP4 with its index first.
 * @throws if it has no sound, or a damaged one.
 */
export async function loudnessOf(recording: string | Buffer): Promise<number[]> {
  const [file, input] = typeof recording === 'string' ? [recording, []] : ['pipe:0', [recording]]
  const output = ['-map', '0:a:0', '-ac', '1', '-ar', `${rate}`, '-f', 's16le', 'pipe:1']
  const { exitCode, stdout, stderr } = await runFfmpeg(['-v', 'warning', '-i', file, ...output], { input })
  if (exitCode !== 0 || stderr !== '') throw new Error(`the sound does not decode: ${stderr.trim()}`)
  const samples = Array.from({ length: stdout.length / 2 }, (_, at) => Math.abs(stdout.readInt16LE(at * 2)))
  const tenths = Array.from({ length: Math.floor(samples.length / (rate / 10)) }, (_, tenth) =>
    samples.slice((tenth * rate) / 10, ((tenth + 1) * rate) / 10),
  )
  return tenths.map((part) => part.reduce((sum, sample) => sum + sample, 0) / part.length / 32_768)
}

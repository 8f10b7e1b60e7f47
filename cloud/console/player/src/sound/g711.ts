/** G.711 (ITU-T), each octet one sample from -1 to 1, by a table of its 256 values. */

const tables = { pcma: tableOf(aLaw), pcmu: tableOf(muLaw) }

export function decodeG711(codec: 'pcma' | 'pcmu', octets: Uint8Array): Float32Array<ArrayBuffer> {
  const table = tables[codec]
  return Float32Array.from(octets, (octet) => table[octet] ?? 0)
}

function tableOf(law: (octet: number) => number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, octet) => law(octet) / 32_768)
}

function aLaw(octet: number): number {
  const code = octet ^ 0x55
  const exponent = (code & 0x70) >> 4
  const step = ((code & 0x0f) << 4) + 8
  const size = exponent === 0 ? step : (step + 0x100) << (exponent - 1)
  return code & 0x80 ? size : -size
}

function muLaw(octet: number): number {
  const code = ~octet & 0xff
  const size = ((((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4)) - 0x84
  return code & 0x80 ? -size : size
}

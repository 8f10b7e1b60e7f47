import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { exists, pathOf, textOf } from './repository.js'

/** A YAML reader comes with the cloud's OpenAPI plugin. */
const fromCloud = createRequire(pathOf('cloud/package.json'))
const yaml = createRequire(fromCloud.resolve('@fastify/swagger'))('yaml')

const Service = z.object({
  image: z.string(),
  build: z.object({ context: z.literal('.'), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()),
  volumes: z.array(z.string()),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
  ports: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
})
const Compose = z.object({
  services: z.object({ database: Service, cloud: Service, relay: Service, agent: Service }),
  volumes: z.record(z.string(), z.unknown()),
})

const text = textOf('docker-compose.yml')
const { services, volumes } = Compose.parse(yaml.parse(text, { merge: true }))

describe('docker-compose.yml', () => {
  it('runs PostgreSQL with a health check, and keeps everything in named volumes', () => {
    expect(services.database.image).toBe('postgres:17')
    expect(services.database.healthcheck?.test?.join(' ')).toContain('pg_isready')
    const used = Object.values(services).flatMap((service) => service.volumes)
    expect(used.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes))
  })

  it.each(['cloud', 'relay', 'agent'] as const)(
    'runs the %s without privileges on a file system that it cannot write',
    (name) => {
      const { build, cap_drop, security_opt, read_only } = services[name]
      expect(exists(build?.dockerfile ?? '')).toBe(true)
      expect({ cap_drop, security_opt, read_only }).toEqual({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        read_only: true,
      })
    },
  )

  it('publishes ports on this machine only', () => {
    const ports = Object.values(services).flatMap((service) => service.ports)
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  it('takes every secret from the file of settings, and stops without it', () => {
    for (const secret of ['POSTGRES_PASSWORD', 'MASTER_KEY', 'OWNER_PASSWORD'])
      expect([...text.matchAll(new RegExp(`\\$\\{${secret}(.)`, 'g'))].map(([, next]) => next)).toContain(':')
    expect(text).not.toMatch(/\$\{(POSTGRES_PASSWORD|MASTER_KEY|OWNER_PASSWORD)(?!:\?)/)
    const taken = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const offered = [...textOf('deploy/env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(new Set(offered)).toEqual(new Set(taken))
  })

  it('sets only what the programs read', () => {
    for (const [name, program] of [
      ['cloud', 'cloud'],
      ['relay', 'agent'],
      ['agent', 'agent'],
    ] as const) {
      const config = textOf(`${program}/src/platform/config.ts`)
      expect(Object.keys(services[name].environment).filter((key) => !config.includes(`  ${key}: `))).toEqual(
        [],
      )
    }
  })
})

describe.each(['cloud/Dockerfile', 'agent/Dockerfile'])('%s', (file) => {
  const lines = textOf(file).replace(/\\\n/g, ' ').split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))

  it('builds in one stage and runs in another, both on Node 24', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([
      'FROM node:24-bookworm-slim AS build',
      'FROM node:24-bookworm-slim',
    ])
  })

  it('runs unprivileged, says its health, and keeps its data in a volume', () => {
    const begins = (word: string) => last.findIndex((line) => line.startsWith(word))
    expect(last).toContain('USER node')
    expect(begins('CMD')).toBeGreaterThan(begins('USER'))
    expect(begins('HEALTHCHECK')).toBeGreaterThan(0)
    expect(last).toContain('VOLUME /data')
  })

  it('copies what is there', () => {
    const copied = lines
      .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
      .flatMap((line) => line.split(/\s+/).slice(1, -1))
    expect(copied.filter((source) => !exists(source))).toEqual([])
  })
})

import { ById, PageQuery, Site, SiteCreate, SitePage, SitePatch } from '@sightline/protocol'
import { z } from 'zod'
import { atLeast } from '../platform/http/access.js'
import type { Slice } from '../platform/http/slice.js'
import { createSite, deleteSite, getSite, listSites, updateSite } from './site.service.js'

/** `/api/v1/sites` */
export const siteRoutes: Slice = async (app) => {
  app.get(
    '/',
    {
      config: { access: 'authenticated' },
      schema: { querystring: PageQuery, response: { 200: SitePage } },
    },
    (request) => listSites(app.platform, request.caller, request.query),
  )

  app.post(
    '/',
    { config: { access: atLeast('admin') }, schema: { body: SiteCreate, response: { 201: Site } } },
    async (request, reply) =>
      reply.status(201).send(await createSite(app.platform, request.caller, request.body)),
  )

  app.get(
    '/:id',
    { config: { access: 'authenticated' }, schema: { params: ById, response: { 200: Site } } },
    (request) => getSite(app.platform, request.caller, request.params.id),
  )

  app.patch(
    '/:id',
    {
      config: { access: atLeast('admin') },
      schema: { params: ById, body: SitePatch, response: { 200: Site } },
    },
    (request) => updateSite(app.platform, request.caller, request.params.id, request.body),
  )

  app.delete(
    '/:id',
    {
      config: { access: atLeast('admin') },
      schema: { params: ById, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await deleteSite(app.platform, request.caller, request.params.id)
      return reply.status(204).send(null)
    },
  )
}

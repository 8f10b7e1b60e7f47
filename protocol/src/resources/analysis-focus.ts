import { z } from 'zod'
import { Actor, Id, Name, PageQuery, page, Timestamp } from './common.js'
import { hours, hoursAreSome, WeekdaysOfHours } from './hours.js'

/** Hours of some days in the time zone of the camera's site. Hours that end before they begin end on the next day. */
export const MonitoringWindow = z
  .object({ days: WeekdaysOfHours.describe('The days on which the hours begin'), ...hours })
  .refine(...hoursAreSome)

/** When the camera is to be watched; empty: always. */
export const MonitoringSchedule = z.array(MonitoringWindow).max(21)

const FocusText = z.string().trim().max(4000)

/** What the analysis of a camera's events is to look for. Version 0: nothing was said yet. */
export const AnalysisFocus = z
  .object({
    camera_id: Id,
    version: z.number().int().min(0).describe('Grows by one with each change'),
    focus_text: z.string(),
    ignore_guidance: z.string(),
    monitoring_schedule: MonitoringSchedule,
    updated_at: Timestamp.nullable(),
    updated_by: Actor.nullable(),
  })
  .meta({ id: 'AnalysisFocus' })

/** Body of `PUT /api/v1/cameras/{id}/analysis-focus`: the whole focus. What is left out becomes empty. */
export const AnalysisFocusPut = z
  .object({
    focus_text: FocusText.describe('What to look for, in plain words'),
    ignore_guidance: FocusText.default('').describe('What is of no interest'),
    monitoring_schedule: MonitoringSchedule.default([]),
    version: z
      .number()
      .int()
      .min(0)
      .max(2_147_483_647)
      .optional()
      .describe('The version that this was written over; if another is the newest by now, the answer is 409'),
  })
  .meta({ id: 'AnalysisFocusPut' })

export const AnalysisFocusPage = page(AnalysisFocus)

/** A focus to begin with. */
export const AnalysisFocusPreset = z
  .object({
    id: z.enum([
      'baby_safety',
      'package_delivery',
      'perimeter_security',
      'elderly_care',
      'pet_monitoring',
      'retail_security',
      'traffic_monitoring',
    ]),
    label: z.string(),
    focus_text: z.string(),
    ignore_guidance: z.string(),
    monitoring_schedule: MonitoringSchedule,
  })
  .meta({ id: 'AnalysisFocusPreset' })

export const AnalysisFocusPresetList = z.object({ data: z.array(AnalysisFocusPreset) })

const Instructions = z.string().trim().min(1).max(8000)

/** Instructions for the analysis that several cameras share. */
export const PromptPack = z
  .object({
    id: Id,
    name: Name,
    instructions: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'PromptPack' })

export const PromptPackCreate = z.object({ name: Name, instructions: Instructions })

/** An empty body changes nothing and is refused. */
export const PromptPackPatch = z
  .object({ name: Name, instructions: Instructions })
  .partial()
  .refine(({ name, instructions }) => name !== undefined || instructions !== undefined, {
    message: 'give name or instructions',
  })

export const PromptPackListQuery = PageQuery

export const PromptPackPage = page(PromptPack)

export type MonitoringSchedule = z.infer<typeof MonitoringSchedule>
export type AnalysisFocus = z.infer<typeof AnalysisFocus>
export type AnalysisFocusPut = z.infer<typeof AnalysisFocusPut>
export type AnalysisFocusPreset = z.infer<typeof AnalysisFocusPreset>
export type PromptPack = z.infer<typeof PromptPack>
export type PromptPackCreate = z.infer<typeof PromptPackCreate>
export type PromptPackPatch = z.infer<typeof PromptPackPatch>

import type { OnlineSteps } from '../platform/database/migrating/online-migration.js'

/**
 * That rules have judged an event, and that the judge has answered, is noted in `changes` as a change of its analysis: what a
 * rule says that made no alert changes nothing else.
 */
export async function online(steps: OnlineSteps): Promise<void> {
  await steps.define(`
    create or replace trigger judgement_noted after update on rule_judgements for each row
      when (old.status = 'pending' and new.status = 'judged') execute function note_analysis();
    create or replace trigger verdict_noted after update on rule_verdicts for each row
      when (old.status = 'pending' and new.status = 'decided') execute function note_analysis()`)
}

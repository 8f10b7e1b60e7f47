/** The migrated database of which each test file gets a copy. */
export const templateDatabase = 'sightline_template'

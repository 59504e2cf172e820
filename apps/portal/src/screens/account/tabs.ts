// The tabs of the account page, by their name in the address.

export const TABS = [
  { name: 'profile', label: 'Update Profile Preferences' },
  { name: 'order', label: 'Your Orders' },
  { name: 'search', label: 'Search Preferences' },
  { name: 'security', label: 'Password and sessions' },
  { name: 'tokens', label: 'Access tokens' },
  { name: 'assistants', label: 'Assistants' },
  { name: 'data', label: 'Your data' },
  { name: 'recommendations', label: 'ML Recommendations' },
  { name: 'afc', label: 'My AFCs' },
] as const;

export type Tab = (typeof TABS)[number];

/** Named in the address, shown in the menu, and not selectable yet. */
export const COMING_SOON = { name: 'tag', label: 'Custom Tag Preferences' } as const;

/** null: there is no such tab. */
export const tabOf = (selected: string): Tab | null =>
  TABS.find((tab) => tab.name === selected.toLowerCase()) ?? null;

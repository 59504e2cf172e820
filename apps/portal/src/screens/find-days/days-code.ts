// A search for days as code to copy: the POST that the portal makes. Pure.
import type { EventSearch } from '@isobar/contract/calls/facts.ts';

export const DAYS_LANGUAGES = ['Python', 'R', 'MATLAB', 'curl'] as const;
export type DaysLanguage = (typeof DAYS_LANGUAGES)[number];

/** `url`: the address of the call. The code prints the days that are found. */
export function daysCode(language: DaysLanguage, url: string, search: EventSearch): string {
  const { format: _, ...body } = search;
  const json = JSON.stringify(body, null, 2);
  if (language === 'Python')
    return `import json
import urllib.request

search = json.loads("""${escaped(json, /[\\"]/g)}""")
request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(search).encode(),
    headers={"Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as reply:
    found = json.load(reply)
print(len(found["days"]), "days;", found["unknownHours"], "hours unknown")
for day in found["days"]:
    print(day)
`;
  if (language === 'R')
    return `library(httr2)
search <- ${rText(json)}
found <- request(${JSON.stringify(url)}) |>
  req_body_raw(search, type = "application/json") |>
  req_perform() |>
  resp_body_json()
cat(length(found$days), "days;", found$unknownHours, "hours unknown\\n")
cat(unlist(found$days), sep = "\\n")
`;
  if (language === 'MATLAB')
    return `options = weboptions('MediaType', 'application/json', 'ContentType', 'json');
search = '${escaped(JSON.stringify(body), /'/g, "'")}';
found = webwrite('${url}', search, options);
disp(found.days)
`;
  return `curl -s '${url}' -H 'Content-Type: application/json' -d '${json.replaceAll("'", "'\\''")}'
`;
}

const escaped = (text: string, signs: RegExp, by = '\\'): string =>
  text.replaceAll(signs, (sign) => `${by}${sign}`);

const rText = (text: string): string => `r"---(${text})---"`;

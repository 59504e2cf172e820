// LICENSE.txt of a delivery: the terms under which the data may be used.

export const licence = (
  archiveName: string,
): string => `The data of this delivery are licensed under
Creative Commons Attribution 4.0 International (CC BY 4.0).

You may copy, share and change them for any purpose, also a commercial one, as long as you

- name the source: the ${archiveName} archive, and each datastream as CITATION.txt cites it,
- link to the licence and say what you changed,
- do not suggest that the source endorses you or your use.

They come without any warranty. The full text of the licence, which alone is binding:
https://creativecommons.org/licenses/by/4.0/legalcode
`;

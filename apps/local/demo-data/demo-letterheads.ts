import sharp from 'sharp';

/** How people reach the sites of the demo. The domains and numbers are reserved for examples. */
export const DEMO_CONTACTS = {
  KC: {
    address: '1 Kings Road\nLondon N1 1AA',
    phone: '+44 20 7946 0000',
    email: 'office@kingscourt.example',
    colour: '#1F4E79',
  },
  HV: {
    address: '5 Wharf Street\nHalifax, Nova Scotia',
    phone: '+1 902 555 0100',
    email: 'office@harbourview.example',
    colour: '#0E7490',
  },
};

const CREST = (colour: string) => `
<svg xmlns="http://www.w3.org/2000/svg" width="236" height="236" viewBox="0 0 100 100">
  <path d="M50 4 92 18v34c0 24-18 38-42 44C26 90 8 76 8 52V18Z" fill="${colour}"/>
  <path d="M26 72V44l24-18 24 18v28H58V54H42v18Z" fill="#fff"/>
</svg>`;

/** A crest in the colour of a site, in base64. */
export const demoLogo = async (colour: string): Promise<string> =>
  (
    await sharp(Buffer.from(CREST(colour)))
      .png()
      .toBuffer()
  ).toString('base64');

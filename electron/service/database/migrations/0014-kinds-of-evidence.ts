/**
 * Changes no table: from here on evidence may lie in the schema, and in a range of cells. An earlier Assay would open the
 * file and then fail at the first instance with such evidence; by this number it says that the file is newer than itself.
 */
export const kindsOfEvidence = '';

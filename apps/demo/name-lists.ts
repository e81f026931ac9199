interface Names {
  first: string[];
  last: string[];
}

const names = (first: string, last: string): Names => ({ first: first.split(' '), last: last.split(', ') });

/** First and last names by tongue. */
export const NAMES = {
  portuguese: names(
    'Afonso Alexandre Ana André António Beatriz Bruno Camila Carla Carolina Catarina Cláudia Cristina Daniel David Diana Diogo Duarte Eduardo Fábio Fernanda Filipa Francisco Gonçalo Guilherme Helena Henrique Inês Isabel João Joana Jorge José Leonor Luís Lurdes Madalena Mafalda Manuel Margarida Maria Mariana Marta Martim Matilde Miguel Mónica Nuno Patrícia Paula Pedro Rafael Raquel Ricardo Rita Rodrigo Rui Salvador Sandra Sara Sérgio Simão Sofia Susana Teresa Tiago Tomás Vasco Vera Vítor',
    'Abreu, Almeida, Alves, Amaral, Andrade, Antunes, Araújo, Azevedo, Baptista, Barbosa, Barros, Borges, Branco, Brito, Cabral, Cardoso, Carneiro, Carvalho, Castro, Coelho, Correia, Costa, da Cunha, Cruz, Dias, Domingues, Duarte, Esteves, Faria, Fernandes, Ferreira, Figueiredo, Fonseca, Freitas, Garcia, Gomes, Gonçalves, Guerreiro, Henriques, Leal, Leite, Lima, Lopes, Loureiro, Macedo, Machado, Magalhães, Marques, Martins, Matias, Matos, Melo, Mendes, Miranda, Monteiro, Morais, Moreira, Mota, Moura, Nascimento, Neto, Neves, Nogueira, Nunes, Oliveira, Pacheco, Paiva, Pereira, Pinheiro, Pinto, Pires, Queirós, Ramos, Reis, Ribeiro, Rocha, Rodrigues, Sá, Salgueiro, dos Santos, Saraiva, Serrão, da Silva, Simões, Soares, Sousa, Tavares, Teixeira, Torres, Valente, Vaz, Vicente, Vieira',
  ),
  english: names(
    'Aaron Abigail Adam Alice Amelia Andrew Benjamin Bethany Callum Caroline Charlotte Christopher Daniel Edward Eleanor Emily Emma Ethan Fiona George Grace Hannah Harriet Harry Heather Isaac Isla Jack James Jessica Joseph Kate Liam Lucy Margaret Matthew Megan Nathan Niamh Oliver Olivia Patrick Poppy Rebecca Rory Samuel Siobhán Sophie Thomas William Zoë',
    "Adams, Ahmed, Baker, Bennett, Brennan, Brown, Byrne, Campbell, Carter, Clarke, Collins, Cooper, Davies, Doyle, Edwards, Evans, Fletcher, Gallagher, Green, Hall, Harris, Hughes, Jackson, Jones, Kelly, Khan, Lewis, MacDonald, McCarthy, Mitchell, Moore, Murphy, Ní Bhriain, O'Brien, O'Connor, Ó Súilleabháin, Patel, Phillips, Roberts, Robinson, Ryan, Scott, Smith, Stewart, Taylor, Thomas, Turner, Walker, Walsh, White, Williams, Wilson, Wood, Wright, Young",
  ),
  spanish: names(
    'Adrián Alba Alejandro Álvaro Ana Andrés Begoña Carlos Carmen Concepción Cristina Diego Elena Fernando Francisco Guadalupe Iker Íñigo Jesús José Juan Laia Laura Lucía María Marta Martín Mateo Nerea Núria Óscar Pablo Paula Pilar Raúl Rocío Rubén Sara Sofía Víctor',
    'Álvarez, Blanco, Castillo, Díaz, Domínguez, Echeverría, Fernández, Ferrer, García, Gil, Gómez, González, Gutiérrez, Hernández, Ibáñez, Jiménez, López, Marín, Martínez, Molina, Moreno, Muñoz, Navarro, Núñez, Ortega, Ortiz, Pérez, Puig, Ramírez, Rodríguez, Romero, Rubio, Ruiz, Sánchez, Serrano, Suárez, Vázquez, de la Torre',
  ),
  german: names(
    'Anja Anna Bärbel Björn Christian Claudia Dieter Dörte Elke Erik Felix Finn Florian Franziska Greta Günther Hannah Heike Ines Jakob Jan Jörg Jürgen Käthe Katrin Klaus Lena Leon Lukas Mara Matthias Moritz Niklas Paul Sabine Sebastian Sören Stefanie Ursula Wolfgang',
    'Bauer, Becker, Böhm, Braun, Fischer, Frank, Fuchs, Graf, Groß, Günther, Hoffmann, Huber, Jäger, Kaiser, Keller, Klein, Köhler, König, Krüger, Lang, Lehmann, Mayer, Möller, Müller, Neumann, Richter, Schäfer, Schmidt, Schneider, Scholz, Schröder, Schulz, Schwarz, Vogel, von Arx, Wagner, Weber, Weiß, Zimmermann',
  ),
  french: names(
    'Adèle Agnès Amélie Antoine Aurélie Benoît Camille Cédric Céline Chloé Clément Élise Émile Étienne Fabien Françoise Gaëlle Geneviève Guillaume Hélène Hugo Inès Jérôme Julie Loïc Louis Lucie Maëlle Mathieu Maxime Noémie Pascal Pierre Rémi Sébastien Sylvie Théo Valérie Yves Zoé',
    "André, Bertrand, Blanchard, Bonnet, Boucher, Chevalier, Colin, D'Hondt, David, Delacroix, Dubois, Dupont, Durand, Faure, Fontaine, François, Garnier, Gauthier, Girard, Lambert, Laurent, Lefèvre, Legrand, Lemaître, Leroy, Martin, Mercier, Michel, Moreau, Perrin, Petit, Renaud, Richard, Rousseau, Roux, Simon, Thomas, Vincent",
  ),
  dutch: names(
    'Anouk Bas Bram Daan Eline Fleur Floor Gijs Hanneke Joost Joris Koen Lotte Maarten Marieke Menno Noor Pieter Roos Ruben Sander Sanne Sjoerd Thijs Wouter Zoë',
    'Bakker, Bos, de Boer, de Groot, de Haan, de Jong, de Vries, Dekker, Dijkstra, Hendriks, Hoekstra, Jansen, Koster, Kuipers, Meijer, Mulder, Peters, Schouten, Smit, van den Berg, van der Meer, van Dijk, van Leeuwen, Visser, Vos',
  ),
  nordic: names(
    'Åsa Anders Annika Astrid Aino Björn Elsa Emil Freja Gustav Göran Håkon Ingrid Jørgen Kaisa Karin Lars Liisa Linnéa Magnus Matti Mikkel Nils Oskar Päivi Sigrid Solveig Søren Tuomas Ulla',
    'Andersson, Bergström, Dahl, Eriksson, Hämäläinen, Hansen, Haugen, Jensen, Johansson, Karlsson, Korhonen, Lindqvist, Mäkinen, Møller, Nielsen, Nilsson, Nyström, Olsen, Pedersen, Rasmussen, Sjöberg, Söderström, Sørensen, Virtanen, Ødegård, Åkesson',
  ),
  italian: names(
    'Alessandro Alessia Andrea Beatrice Chiara Cosimo Davide Elisa Federica Francesco Gaia Giacomo Giorgia Giulia Ilaria Lorenzo Luca Marco Martina Matteo Niccolò Paola Riccardo Sara Simone Sofia Tommaso Valentina',
    "Amato, Barbieri, Bianchi, Bruno, Caruso, Colombo, Conti, Costa, D'Angelo, De Luca, Di Marco, Esposito, Ferrari, Fontana, Galli, Greco, Lombardi, Mancini, Marino, Moretti, Ricci, Rinaldi, Rizzo, Romano, Rossi, Russo, Testa, Vitale",
  ),
  slavic: names(
    'Agnieszka Aleksandra Alexei Andrzej Bartosz Bożena Dmitri Eliška Ewa Grzegorz Irina Jakub Jiří Joanna Kateřina Katarzyna Krzysztof Łukasz Ludmila Małgorzata Michał Natalia Nikolai Olga Ondřej Paweł Piotr Radosław Sergei Stanisław Svetlana Tomasz Václav Wojciech Zdeněk Żaneta',
    'Bílek, Dąbrowski, Dvořák, Horváth, Ivanov, Jabłoński, Kovač, Kowalczyk, Kozłowski, Král, Kuznetsov, Lewandowski, Mazur, Nowak, Novotný, Orlov, Pawłowski, Petrov, Piątek, Popović, Procházka, Šimić, Smirnov, Svoboda, Szymański, Volkov, Wiśniewski, Woźniak, Zając, Zieliński',
  ),
  eastern: names(
    'Adriana Alexandru Andreea Anca Bogdan Cătălin Cristian Doina Elena Ștefan Gheorghe Ioana Ionuț Laura Liviu Mădălina Marius Mihai Mirela Nicoleta Răzvan Raluca Sorin Vlad Ayşe Burak Çağla Emre Gökhan Özlem Şebnem Dimitris Eleni Giorgos',
    'Albu, Bălan, Constantinescu, Dumitrescu, Georgescu, Ionescu, Lungu, Marin, Munteanu, Nicolae, Popa, Popescu, Rădulescu, Stănescu, Șerban, Țurcanu, Vasile, Demir, Öztürk, Şahin, Yıldız, Papadopoulos, Nikolaidis',
  ),
  asian: names(
    'Aarav Ananya Chen Chunhua Haruto Hui Ishaan Jia Jing Jisoo Kavya Kenji Li Mei Min-jun Minh Ngọc Priya Rohan Sakura Seo-yeon Thảo Wei Xiaoming Yan Yuki Zhen',
    'Agarwal, Chen, Choi, Gupta, Huang, Iyer, Kim, Lee, Li, Lin, Liu, Mehta, Nguyễn, Park, Phạm, Reddy, Sato, Sharma, Suzuki, Tanaka, Trần, Wang, Wong, Wu, Yamamoto, Yang, Zhang, Zhao',
  ),
  southern: names(
    'Abdullah Aïcha Amina Bilal Chidi Fatima Hassan Ibrahim Imane Karim Khadija Kwame Layla Lerato Mehdi Mohamed Nadia Nomsa Omar Rachid Salma Samir Thandiwe Yasmine Yusuf Zaynab',
    'Abdi, Al-Farsi, Al-Hashimi, Alaoui, Bensaïd, Benali, Cohen, Diallo, Dlamini, El Amrani, Haddad, Idrissi, Levi, Mahmoud, Mansouri, Mokoena, Moyo, Mwansa, Nkosi, Okafor, Rahmani, Saïdi, Tembo, Traoré, Zeroual',
  ),
} satisfies Record<string, Names>;

type Tongue = keyof typeof NAMES;

const COUNTRIES: Record<Tongue, string> = {
  portuguese: 'PRT BRA AGO MOZ CPV',
  english: 'GBR IRL USA AUS CN JEY GGY GIB CYM JAM',
  spanish: 'ESP AND ARG MEX CHL CRI URY COL PRI',
  german: 'DEU AUT CHE',
  french: 'FRA BEL LUX CAF',
  dutch: 'NLD',
  nordic: 'SWE NOR DNK FIN EST',
  italian: 'ITA SMR ALB',
  slavic: 'POL RUS CZE BLR UKR SVN SRB LVA LTU HRV',
  eastern: 'ROU TUR GRC CYP',
  asian: 'CHN IND KOR HKG',
  southern: 'MAR DZA TUN NGA ISR ZAF ARE OMN KWT IRN BWA ZMB ZWE',
};

/** The tongue that most names of a country are in. */
export const TONGUE_OF: ReadonlyMap<string, Tongue> = new Map(
  Object.entries(COUNTRIES).flatMap(([tongue, countries]) =>
    countries.split(' ').map((country) => [country, tongue as Tongue] as const),
  ),
);

"""What follows from an author's page: forms by differentiation, chains of assemblies, trials of new elements."""
